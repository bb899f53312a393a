#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "density/bandwidth.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// All rows of `space`, best first, the reverse of the order in which they go: always the one whose loss does least
/// harm, by LogLoss.
///
/// Harm is evaluated lazily: its last value is taken for a lower bound, and a row goes only if it still has the least
/// after it was evaluated anew; among equals the lowest goes. The bandwidth follows the number of rows: once fewer than
/// four fifths are left of those that were there when it was set, it is set again, and all harm is evaluated.
///
/// Going one by one is short-sighted where few are left for many classes. The first twentieth by MarginRank comes in
/// front, and the rest is thinned out after it, if its loss is lower than that of the twentieth that went last.
[[nodiscard]] std::vector<std::uint32_t> posterior_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                        std::size_t n_classes, const Bandwidth& bandwidth);

}  // namespace bestsofar
