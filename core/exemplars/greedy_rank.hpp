#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/legacy.hpp"

namespace bestsofar {

struct GreedyOptions {
    std::optional<int> squarings;  ///< of own / other; none: a hard step
    bool itself = false;           ///< a chosen exemplar is its own nearest, at distance 0
    std::size_t count = std::numeric_limits<std::size_t>::max();  ///< how many to choose; the medoids always are
    std::size_t memory = std::size_t{384} << 20;
};

/// The rows of `space`, best first: each is the exemplar that helps most, given those already chosen.
///
/// For every row i, own(i) and other(i) are the reduced distances to the nearest chosen exemplar of its class and of
/// any other; the row itself counts only if the options say so. The order starts with the medoid of each class; then
/// comes whichever row adds most to sum_i v(own(i), other(i)), where v is [own < other] or, with `squarings`, 1 / (1 +
/// (own / other)^(2^squarings)). Among equals: the largest total fall of own distances, then the lower index.
///
/// The forgotten ones that rows stand for count as often as they were seen, class by class, and for them the row itself
/// counts.
///
/// Witnesses remember the candidates within their reach while these fit into the memory; after that they look again.
[[nodiscard]] std::vector<std::uint32_t> greedy_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                     const Legacy& legacy, const GreedyOptions& options);

}  // namespace bestsofar
