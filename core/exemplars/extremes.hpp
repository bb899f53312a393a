#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bestsofar {

/// The smallest of some numbers, which fill whole vectors.
[[nodiscard]] double smallest(std::span<const double> values);

/// Of these rows the one of the largest mass; of those equal to within a share of it, the one of the lowest name.
[[nodiscard]] std::size_t heaviest(std::span<const std::size_t> rows, std::span<const double> masses,
                                   std::span<const std::uint32_t> names);

}  // namespace bestsofar
