#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/nearest_rows.hpp"

namespace bestsofar {

/// The rows that remain of a space as others go, and for every row, gone or not, its nearest among them.
/// Neither itself is; of equally near ones the lowest is. One thread at a time.
class Remaining {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Both must outlive it.
    Remaining(const Space& space, std::span<const std::uint32_t> labels);

    [[nodiscard]] std::size_t size() const { return left_; }
    [[nodiscard]] bool gone(std::uint32_t row) const { return gone_[row]; }
    void remove(std::uint32_t row);

    /// Its nearest, or none.
    [[nodiscard]] std::uint32_t neighbor(std::uint32_t row);
    /// The nearest of its class to a row that remains, or none.
    [[nodiscard]] std::uint32_t kin(std::uint32_t row);
    /// How near that was when last asked for; none: infinitely far.
    [[nodiscard]] double redundancy(std::uint32_t row) const;

private:
    std::uint32_t first(std::uint32_t row, NearestRows& list);
    void compact();
    void find_all();
    void find(std::uint32_t row, const Space& space);
    void find_in(const Space& space, std::size_t first, const Probe& probe, std::uint32_t row);

    const Space& space_;
    std::span<const std::uint32_t> labels_;
    std::size_t left_;
    std::vector<bool> gone_;
    std::vector<NearestRows> neighbors_, kin_;
    std::vector<std::uint32_t> rows_;  ///< of compacted_
    std::unique_ptr<Space> compacted_;
};

}  // namespace bestsofar
