#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bestsofar {

/// The smallest of some numbers, so many that they fill vectors.
[[nodiscard]] double smallest(std::span<const double> values);

/// Of these rows that of the largest mass; of those that are equal to within a share, that of the lowest name.
[[nodiscard]] std::size_t heaviest(std::span<const std::size_t> rows, std::span<const double> masses,
                                   std::span<const std::uint32_t> names);

}  // namespace bestsofar
