#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bestsofar {

/// Entropies, and of masses the share, that are so near to each other are equal.
constexpr double tie = 1e-12;

/// The smallest of some numbers, so many that they fill vectors.
[[nodiscard]] double smallest(std::span<const double> values);

/// Of these rows that of the largest mass; of equal ones that of the lowest name.
[[nodiscard]] std::size_t heaviest(std::span<const std::size_t> rows, std::span<const double> masses,
                                   std::span<const std::uint32_t> names);

}  // namespace bestsofar
