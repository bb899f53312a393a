#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace bestsofar {

// A rotation changes the phases of an outline's Fourier terms but not their sizes, and neither does a mirror. So the
// Euclidean distance between the sizes is never above that between the outlines, at any rotation (Vlachos et al. 2005).
// Outlines are smooth: the first terms say nearly all of it.

/// Terms of a spectrum; a whole number of vectors.
constexpr std::size_t spectrum_terms = 64;

/// Cosines and sines of the first terms for outlines of this length, one wave after the other.
[[nodiscard]] std::vector<float> fourier_waves(std::size_t length);

/// The sizes of the first Fourier terms, scaled so that squared distances compare to those between outlines.
void spectrum(std::span<const float> waves, std::span<const float> outline, std::span<float> sizes);

[[nodiscard]] float spectrum_distance(const float* a, const float* b);

/// The least squared distance between `row` and all circular shifts of an outline, or any number not below `bound`.
/// `twice` is the outline two times over, followed by as much of it again as fills a block of lanes.
[[nodiscard]] float rotate(std::span<const float> row, const float* twice, float bound);
[[nodiscard]] double rotate(std::span<const double> row, const double* twice, double bound);

}  // namespace bestsofar
