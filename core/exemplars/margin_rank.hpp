#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// All rows of `space`, best first, by the sum over all rows of 1 / (1 + (own / other)^8).
///
/// Where an exemplar does not count as its own nearest, that is GreedyRank's order; where it does (`itself`), the first
/// tenth is, and the others follow in the reverse of the order in which Thinning removes them. If `itself` is not
/// given, both are tried on halves of the rows, and the one that gets more of the other half right is taken. The
/// medoids, which come first, are sorted by how many rows of their class are nearer to them than to other medoids.
[[nodiscard]] std::vector<std::uint32_t> margin_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                     std::size_t n_classes, std::optional<bool> itself);

/// The first `count` rows, the medoids at least, where an exemplar counts as its own nearest and that many are chosen
/// best first.
[[nodiscard]] std::vector<std::uint32_t> margin_front(const Space& space, std::span<const std::uint32_t> labels,
                                                      std::size_t n_classes, std::size_t count);

}  // namespace bestsofar
