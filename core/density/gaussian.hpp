#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "distance/space.hpp"
#include "simd/clones.hpp"

namespace bestsofar {

/// Values this near to each other are equal: sums of the same kernels in another order differ in their last bits, and
/// that decides nothing.
constexpr double tie = 1e-12;

/// Gaussian kernels of a few rows, on the stack. What comes after the rows that were asked for is zero.
struct Kernels {
    static constexpr std::size_t most = 256;
    static constexpr std::size_t part = 16;
    static constexpr std::size_t parts = most / part;

    alignas(64) double of[most];
    std::uint32_t reached = (1U << parts) - 1;  ///< a bit for each part; the others hold nothing but zeros
};

/// Takes the first of the parts that are left, and tells where it begins.
BESTSOFAR_INLINE std::size_t take_part(std::uint32_t& left) {
    const auto part = static_cast<std::size_t>(std::countr_zero(left));
    left &= left - 1;
    return part * Kernels::part;
}

/// The logarithms of the least kernels that count, part by part, but no more than `highest`.
struct LogThresholds {
    const double* of_parts;
    double highest;

    [[nodiscard]] double at(std::size_t part) const { return std::min(of_parts[part], highest); }
};

/// Where every kernel counts that is not zero.
[[nodiscard]] LogThresholds no_thresholds();

/// What a reduced distance is multiplied by: 1 / (2 bandwidth^2); finite, also when doubled.
[[nodiscard]] double kernel_scale(double bandwidth);

/// Turns the reduced distances that are in there into kernels. Below e^-700 a kernel is zero.
void to_kernels(Kernels& distances, std::size_t count, double scale);

/// exp(-scale * reduced distance) from a probe to the rows [first, first + count). A part is zero where none counts.
[[nodiscard]] Kernels gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale,
                               const LogThresholds& thresholds = no_thresholds());
/// The same, written to where they are needed.
void write_gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale,
                    const LogThresholds& thresholds, Kernels& kernels);

}  // namespace bestsofar
