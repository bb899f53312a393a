#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "density/bandwidth.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// EBEL of Jain and Nikovski (2008): all rows of `space`, the last removed first.
///
/// At each step the row goes whose class the others are surest of: the one whose posterior, estimated with Gaussian
/// kernels from all other remaining rows, has the smallest entropy. Where no kernel reaches, the entropy is log C. Of
/// entropies equal within 1e-12 the row of the largest kernel mass goes (of masses equal within a share of 1e-12, the
/// first). The kernels and the entropy of a row are multiplied by the weight of its class. The bandwidth follows the
/// number of rows once n_last / n > sqrt(n_last) / alpha.
[[nodiscard]] std::vector<std::uint32_t> ebel_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                   std::span<const double> class_weights, const Bandwidth& bandwidth,
                                                   double alpha);

/// The same with a bandwidth that follows every removal: kernel sums are counted for two bandwidths and interpolated in
/// between, their logarithms linearly in 1 / bandwidth^2. When the wider is reached, it becomes the narrower.
[[nodiscard]] std::vector<std::uint32_t> following_ebel_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                             std::span<const double> class_weights,
                                                             const Bandwidth& bandwidth);

}  // namespace bestsofar
