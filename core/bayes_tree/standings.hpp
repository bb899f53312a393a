#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace bestsofar {

/// Who of many has the highest value. All are looked at, as this does not make the processor guess; of very many, the
/// highest of each block.
class Standings {
public:
    static constexpr double out = -std::numeric_limits<double>::infinity();

    /// At first all are out.
    explicit Standings(std::size_t count);

    [[nodiscard]] double operator[](std::uint32_t who) const { return values_[who]; }
    void set(std::uint32_t who, double value);
    /// The one of the highest value, of equal ones the first; perhaps all are out.
    [[nodiscard]] std::uint32_t best() const;

private:
    std::vector<double> values_;
    std::vector<double> blocks_;  ///< the highest value of each, if there are several
};

}  // namespace bestsofar
