#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "density/bandwidth.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// All rows of `space`, best first: what goes last when always the one goes whose loss does least harm, by LogLoss.
///
/// Harm is looked up late: what it was when it was last evaluated is taken for a lower bound, and a row goes only if it
/// is evaluated anew and still has the least, among equals the lowest. The bandwidth follows the number of rows: when
/// fewer than four fifths are left of those that were there when it was set, it is set again, and all harm evaluated.
///
/// One by one is short-sighted where few are left for many classes. The twentieth that MarginRank would choose stands
/// in front, and the rest is thinned out behind it, if it has a lower loss than the twentieth that went last.
[[nodiscard]] std::vector<std::uint32_t> posterior_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                        std::size_t n_classes, const Bandwidth& bandwidth);

}  // namespace bestsofar
