#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// What rows stand for besides themselves.
struct Legacy {
    std::size_t n_classes;
    std::span<const std::int64_t> counts{};  ///< forgotten ones, rows x n_classes; empty: none
    std::span<const double> spreads{};       ///< the sum of the distances between a row and those it stands for

    /// Calls visit(label, count, spread) for each class of those that a row stands for: how many they are, and how far
    /// from the row they are taken to be. That is twice their mean distance, which does better than once.
    template <class Visit>
    void for_each(std::size_t row, Visit visit) const {
        if (counts.empty()) return;
        const auto by_class = counts.subspan(row * n_classes, n_classes);
        const auto all = std::accumulate(by_class.begin(), by_class.end(), std::int64_t{0});
        for (std::uint32_t label = 0; label < n_classes; ++label) {
            if (by_class[label] > 0) visit(label, by_class[label], 2 * spreads[row] / static_cast<double>(all));
        }
    }

    /// Spare bits of a worth in fixed point, so that it can be added up for thousands of millions.
    [[nodiscard]] int spare_bits() const { return counts.empty() ? 0 : 10; }
};

/// The same, in memory of its own.
struct OwnedLegacy {
    std::vector<std::int64_t> counts;
    std::vector<double> spreads;
};

/// What the `kept` rows, ascending, stand for when all others are forgotten: each of these, and all it stood for,
/// passes to the kept one that is nearest to it. The distances add up.
[[nodiscard]] OwnedLegacy hand_down(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy,
                                    std::span<const std::uint32_t> kept);

}  // namespace bestsofar
