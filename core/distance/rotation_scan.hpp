#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "distance/blocks.hpp"

namespace bestsofar {

// A rotation turns the Fourier terms of an outline but keeps their sizes, and so does a mirror. Hence two lower bounds:
// the Euclidean distance between the sizes, for all rotations at once (Vlachos et al. 2005), and that between the first
// terms, turned, for each rotation. Outlines are smooth: the first terms say nearly all of it.

constexpr std::size_t spectrum_terms = 32;  ///< a whole number of vectors
constexpr std::size_t coarse_terms = 8;     ///< enough to rule most rotations out

/// The first Fourier terms of an outline, scaled so that their distances compare to those between outlines.
struct Spectrum {
    float cosine[spectrum_terms] = {};
    float sine[spectrum_terms] = {};
    float size[spectrum_terms] = {};

    /// The squares of the first terms, summed up.
    [[nodiscard]] float energy(std::size_t terms) const;
};

/// Cosines and sines of the first terms for outlines of one length.
class Waves {
public:
    explicit Waves(std::size_t length);

    [[nodiscard]] Spectrum spectrum(std::span<const float> outline) const;

    /// Blocks of lanes that hold all shifts.
    [[nodiscard]] std::size_t blocks() const { return stride_ / Blocks<float>::lanes; }

    /// Adds to `common`, for every shift of the outline `turned` against `still`, what the terms [from, to) of the two
    /// have in common, and puts the largest of each block into `peaks`.
    void turn(const Spectrum& still, const Spectrum& turned, std::size_t from, std::size_t to, std::span<float> common,
              std::span<float> peaks) const;

    [[nodiscard]] std::size_t nbytes() const { return waves_.size() * sizeof(float); }

private:
    std::size_t length_;
    std::size_t terms_;
    std::size_t stride_;  ///< the length, filled up to a whole number of blocks of lanes
    std::vector<float> waves_;
};

/// A lower bound of the squared distance at any rotation.
[[nodiscard]] float size_distance(const Spectrum& a, const Spectrum& b);

// The least squared distance between `row` and the outline `twice` at the shifts first, first + 1, ... of one block of
// lanes, or any number not below `bound`. `twice` is the outline two times over and a block of lanes of it again.
[[nodiscard]] float rotate(std::span<const float> row, const float* twice, std::size_t first, float bound);
[[nodiscard]] double rotate(std::span<const double> row, const double* twice, std::size_t first, double bound);

}  // namespace bestsofar
