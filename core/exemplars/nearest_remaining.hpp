#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/nearest_rows.hpp"
#include "exemplars/pointers.hpp"
#include "exemplars/remaining.hpp"

namespace bestsofar {

/// For every row of a space, gone or not, its nearest among those that remain. A row is not its own neighbour; of
/// equally near ones the lowest is. One thread at a time.
class NearestRemaining {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Two {
        std::uint32_t nearest = none, next = none;
    };

    /// Both must outlive it.
    NearestRemaining(const Space& space, std::span<const std::uint32_t> labels);

    [[nodiscard]] std::size_t size() const { return remaining_.left(); }
    [[nodiscard]] bool gone(std::uint32_t row) const { return remaining_.gone(row); }
    /// Calls changed(other) for each remaining row whose redundancy has changed.
    template <class Changed>
    void remove(std::uint32_t row, Changed changed) {
        remaining_.remove(row);
        pointing_kin_.take(row, [&](std::uint32_t other) {
            if (gone(other)) return;
            point_at_kin(other);
            changed(other);
        });
    }

    /// Its nearest, or none.
    [[nodiscard]] std::uint32_t neighbor(std::uint32_t row);
    /// Its nearest and the next nearest, or none.
    [[nodiscard]] Two two_neighbors(std::uint32_t row);
    /// How near the nearest of its class is to a row that remains; none: infinitely far.
    [[nodiscard]] double redundancy(std::uint32_t row) const;

    // As a seeker of Remaining.
    [[nodiscard]] double bound(std::uint32_t row) const;
    void offer(std::uint32_t row, const Hit& hit);

private:
    class Equals;

    /// The first `count` of a list of this row, or fewer if no more remain.
    std::span<const Hit> nearest(std::uint32_t row, NearestRows& list, std::size_t count);
    void go_on_among_equals(std::uint32_t row, NearestRows& list);
    void point_at_kin(std::uint32_t row);

    std::span<const std::uint32_t> labels_;
    Remaining remaining_;
    std::vector<NearestRows> neighbors_, kin_;
    Pointers pointing_kin_;  ///< rows at their nearest kin
};

}  // namespace bestsofar
