#pragma once

#include <cstdint>
#include <limits>

#include "arena.hpp"

namespace bestsofar {

/// Knows which of many values is the highest. All are looked at, as this does not make the processor guess; of very
/// many, the highest of each block.
class ArgMax {
public:
    static constexpr double out = -std::numeric_limits<double>::infinity();

    /// At first all are out.
    ArgMax(std::size_t count, Arena& memory);

    [[nodiscard]] double operator[](std::uint32_t place) const { return values_[place]; }
    void set(std::uint32_t place, double value) {
        values_[place] = value;
        if (!blocks_.empty()) update(place / block_size);
    }
    /// One more takes part.
    void add(double value) {
        if (count_ == values_.size()) grow();
        set(static_cast<std::uint32_t>(count_++), value);
    }
    /// The place of the highest value, of equal ones the first; perhaps all are out.
    [[nodiscard]] std::uint32_t best() const;

private:
    static constexpr std::size_t block_size = 64;

    void grow();
    void update(std::size_t block);

    std::size_t count_;
    ArenaVector<double> values_;
    ArenaVector<double> blocks_;  ///< the highest value of each, if there are several
};

}  // namespace bestsofar
