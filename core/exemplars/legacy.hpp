#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// What rows stand for besides themselves.
struct Legacy {
    std::span<const std::int64_t> counts;  ///< forgotten ones, rows x n_classes
    std::span<const double> spreads;       ///< the sum of the distances between a row and those it stands for
    std::size_t n_classes;
};

/// The same, by itself.
struct Estate {
    std::vector<std::int64_t> counts;
    std::vector<double> spreads;
};

/// What the `kept` rows, ascending, stand for when all others are forgotten: each of these, and all it stood for, is
/// stood for by the kept one that is nearest to it. The distances add up.
[[nodiscard]] Estate hand_down(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy,
                               std::span<const std::uint32_t> kept);

}  // namespace bestsofar
