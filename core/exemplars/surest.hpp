#pragma once

#include <cstddef>
#include <span>

namespace bestsofar {

/// Entropies, and of masses the share, that are so near to each other are equal.
constexpr double tie = 1e-12;

/// The largest mass among rows of at most so much entropy; their number is a multiple of what a vector holds.
[[nodiscard]] double heaviest(std::span<const double> entropies, std::span<const double> masses, double most);

/// The row of the smallest entropy; of equal ones that of the largest mass, then the first. Their number is a multiple
/// of what a vector holds.
[[nodiscard]] std::size_t surest(std::span<const double> entropies, std::span<const double> masses);

}  // namespace bestsofar
