#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/nearest_rows.hpp"
#include "exemplars/remaining.hpp"

namespace bestsofar {

/// For every row of a space, gone or not, its nearest among those that remain. A row is not its own; of equally near
/// ones the lowest is. One thread at a time.
class NearestRemaining {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Both must outlive it.
    NearestRemaining(const Space& space, std::span<const std::uint32_t> labels);

    [[nodiscard]] std::size_t size() const { return remaining_.left(); }
    [[nodiscard]] bool gone(std::uint32_t row) const { return remaining_.gone(row); }
    void remove(std::uint32_t row) { remaining_.remove(row); }

    /// Its nearest, or none.
    [[nodiscard]] std::uint32_t neighbor(std::uint32_t row) { return first(row, neighbors_[row]); }
    /// The nearest of its class to a row that remains, or none.
    [[nodiscard]] std::uint32_t kin(std::uint32_t row) { return first(row, kin_[row]); }
    /// How near that was when last asked for; none: infinitely far.
    [[nodiscard]] double redundancy(std::uint32_t row) const;

    // As a seeker of Remaining.
    [[nodiscard]] double bound(std::uint32_t row) const;
    void offer(std::uint32_t row, const Hit& hit);

private:
    std::uint32_t first(std::uint32_t row, NearestRows& list);

    std::span<const std::uint32_t> labels_;
    Remaining remaining_;
    std::vector<NearestRows> neighbors_, kin_;
};

}  // namespace bestsofar
