#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

struct DropOrder {
    std::vector<std::uint32_t> order;  ///< the survivors by SimpleRank, then the removed, last removed first
    std::size_t survivors;
};

/// The schemes of Wilson & Martinez (2000).
///
/// A row's associates are the rows that have it among their k nearest remaining ones, never counting themselves. A row
/// is removed if at least as many of its associates are classified correctly without it; where no neighbours are left,
/// none is. The last remaining row stays.
enum class DropScheme : std::uint8_t {
    drop1 = 1,  ///< in row order; removed rows are no associates
    drop2,      ///< farthest from its nearest enemy first, then lower index; removed rows remain associates
    drop3,      ///< first all that their k nearest misclassify, in row order; then 2, as if these had never been there
    drop4,      ///< as 3, but those go one by one, each only if 1 would remove it as well
    drop5,      ///< as 2, but nearest enemy first; then farthest first, over and over, until none goes
};

/// All rows of `space`, best first.
[[nodiscard]] DropOrder drop_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                                  std::size_t n_neighbors, DropScheme scheme);

}  // namespace bestsofar
