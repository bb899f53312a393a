#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// What rows that an order does not hold are taken for: of each, for every length, the label of the nearest among the
/// first so many of the order; of equally near ones the earliest. One line for each row.
///
/// `lengths` rise from 1 or more and end within the order.
[[nodiscard]] std::vector<std::uint32_t> prefix_labels(const Space& space, std::span<const std::uint32_t> labels,
                                                       std::span<const std::uint32_t> order,
                                                       std::span<const std::uint32_t> rows,
                                                       std::span<const std::uint32_t> lengths);

}  // namespace bestsofar
