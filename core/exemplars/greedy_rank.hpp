#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// All rows of `space`, best first: always the exemplar that helps most, given those already chosen.
///
/// For every row i, own(i) and other(i) are the reduced distances to the nearest chosen exemplar of its class and of
/// any other; itself never counts. The order starts with the medoid of each class; then the row follows that adds most
/// to sum_i v(own(i), other(i)), where v is [own < other] or, with `squarings`, 1 / (1 + (own / other)^(2^squarings)).
/// Among equals: the largest total fall of own distances, then the lower index.
///
/// Rows remember the candidates within their reach while these fit into `memory` bytes; beyond that they look again.
[[nodiscard]] std::vector<std::uint32_t> greedy_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                     std::size_t n_classes, std::optional<int> squarings,
                                                     std::size_t memory = std::size_t{384} << 20);

}  // namespace bestsofar
