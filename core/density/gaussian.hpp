#pragma once

#include <cstddef>

#include "distance/space.hpp"

namespace bestsofar {

/// Gaussian kernels of a few rows, on the stack. What lies behind the rows that were asked for is zero.
struct Kernels {
    static constexpr std::size_t most = 256;
    alignas(32) double of[most];
};

/// What a reduced distance is multiplied by: 1 / (2 bandwidth^2), never infinite.
[[nodiscard]] double kernel_scale(double bandwidth);

/// exp(-scale * reduced distance) from a probe to the rows [first, first + count). Below e^-700 a kernel is zero.
[[nodiscard]] Kernels gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale);

}  // namespace bestsofar
