#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// Exemplars and, for each, how many of the forgotten it stands for, by class.
struct Heirs {
    std::vector<std::uint32_t> rows;   ///< ascending
    std::vector<std::int64_t> counts;  ///< rows.size() x n_classes
};

/// SimpleRank with inherited votes, all rows of `space`, best first.
///
/// As in SimpleRank the row whose votes are worth least goes first, but rows that are gone no longer vote: the votes
/// that a row stood for, and its own, pass to its nearest remaining neighbour when it goes. So it can be forgotten.
[[nodiscard]] std::vector<std::uint32_t> heir_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                   std::size_t n_classes);

/// The `keep` rows, at least one, that this rule leaves, if row i starts with counts[i * n_classes, (i + 1) *
/// n_classes).
[[nodiscard]] Heirs heirs(const Space& space, std::span<const std::uint32_t> labels,
                          std::span<const std::int64_t> counts, std::size_t n_classes, std::size_t keep);

}  // namespace bestsofar
