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

/// All rows of `space`, best first, by DROP1 to DROP5 of Wilson & Martinez (2000); `number` says which.
///
/// A row's associates are the rows that have it among their k nearest remaining ones, never counting themselves. A row
/// is removed if at least as many of its associates are classified correctly without it; where no neighbours are left,
/// none is. The last remaining row stays.
///
/// 1: in row order; removed rows are no associates.
/// 2: farthest from its nearest enemy first, then lower index; removed rows remain associates.
/// 3: first all rows that their k nearest misclassify go, in row order; then 2, as if these had never been there.
/// 4: as 3, but those go one by one, each only if 1 would remove it as well.
/// 5: as 2, but nearest enemy first; then farthest first, over and over, until none goes.
[[nodiscard]] DropOrder drop_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                                  std::size_t n_neighbors, int number);

}  // namespace bestsofar
