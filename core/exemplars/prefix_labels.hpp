#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// The label of the nearest exemplar for each of `rows`, of which the order holds none, among the first lengths[j] of
/// the order, for every j; of equally near ones the earliest counts. Row by row.
///
/// `lengths` ascend, from 1 or more, and end within the order.
[[nodiscard]] std::vector<std::uint32_t> prefix_labels(const Space& space, std::span<const std::uint32_t> labels,
                                                       std::span<const std::uint32_t> order,
                                                       std::span<const std::uint32_t> rows,
                                                       std::span<const std::uint32_t> lengths);

}  // namespace bestsofar
