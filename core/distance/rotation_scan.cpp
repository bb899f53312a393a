#include "distance/rotation_scan.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "distance/lanes.hpp"
#include "simd/clones.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t lanes = Blocks<float>::lanes;

template <class T>
BESTSOFAR_INLINE T sum_of(Vector<T> vector) {
    T sum = 0;
    for (std::size_t i = 0; i < Lanes<T>::per_vector; ++i) sum += vector[i];
    return sum;
}

// Lane l holds the shift first + l: neighbouring shifts read neighbouring numbers.
template <class T>
BESTSOFAR_INLINE T best_rotation(std::span<const T> row, const T* twice, std::size_t first, T bound) {
    Lanes<T> sums;
    for (std::size_t place = 0; place < row.size();) {
        const std::size_t pause = std::min(place + between_looks, row.size());
        for (; place < pause; ++place) {
            for (std::size_t i = 0; i < Lanes<T>::vectors; ++i) {
                const Vector<T> gap = row[place] - load(twice + first + place + i * Lanes<T>::per_vector);
                sums.part[i] += gap * gap;
            }
        }
        if (!sums.any_below(bound)) return bound;
    }
    T best = sums[0];
    for (std::size_t lane = 1; lane < Blocks<T>::lanes; ++lane) best = std::min(best, sums[lane]);
    return best;
}

// The products of terms, one turned by each shift, summed up: see Waves::turn.
BESTSOFAR_CLONES void correlate(std::span<const float> along, std::span<const float> across, const float* waves,
                                std::size_t wave_length, float* common, std::span<float> peaks) {
    for (std::size_t block = 0; block < peaks.size(); ++block) {
        Lanes<float> sums;
        for (std::size_t i = 0; i < Lanes<float>::vectors; ++i) {
            sums.part[i] = load(common + block * lanes + i * Lanes<float>::per_vector);
        }
        for (std::size_t term = 0; term < along.size(); ++term) {
            const float* const cosine = waves + 2 * term * wave_length + block * lanes;
            for (std::size_t i = 0; i < Lanes<float>::vectors; ++i) {
                const std::size_t place = i * Lanes<float>::per_vector;
                sums.part[i] += along[term] * load(cosine + place) - across[term] * load(cosine + wave_length + place);
            }
        }
        std::memcpy(common + block * lanes, sums.part, sizeof(sums.part));
        Vector<float> peak = sums.part[0];
        for (const Vector<float>& part : sums.part) peak = part > peak ? part : peak;
        peaks[block] = peak[0];
        for (std::size_t i = 1; i < Lanes<float>::per_vector; ++i) peaks[block] = std::max(peaks[block], peak[i]);
    }
}

BESTSOFAR_CLONES float dot(std::span<const float> outline, const float* wave) {
    Vector<float> sums{};
    std::size_t place = 0;
    for (; place + Lanes<float>::per_vector <= outline.size(); place += Lanes<float>::per_vector) {
        sums += load(outline.data() + place) * load(wave + place);
    }
    float sum = sum_of<float>(sums);
    for (; place < outline.size(); ++place) sum += outline[place] * wave[place];
    return sum;
}

}  // namespace

Waves::Waves(std::size_t length)
    : length_(length),
      terms_(std::min(spectrum_terms, length / 2 + 1)),
      stride_((length + lanes - 1) / lanes * lanes),
      waves_(2 * terms_ * stride_) {
    for (std::size_t term = 0; term < terms_; ++term) {
        for (std::size_t place = 0; place < stride_; ++place) {
            const double turn = static_cast<double>(term * place % length) / static_cast<double>(length);
            waves_[2 * term * stride_ + place] = static_cast<float>(std::cos(2 * std::numbers::pi * turn));
            waves_[(2 * term + 1) * stride_ + place] = static_cast<float>(std::sin(2 * std::numbers::pi * turn));
        }
    }
}

Spectrum Waves::spectrum(std::span<const float> outline) const {
    Spectrum spectrum;
    for (std::size_t term = 0; term < terms_; ++term) {
        const float* const wave = waves_.data() + 2 * term * stride_;
        // All terms but the mean and, where the length is even, the last come twice in the full transform.
        const float weight = term == 0 || 2 * term == length_ ? 1.0f : 2.0f;
        const float scale = std::sqrt(weight / static_cast<float>(length_));
        spectrum.cosine[term] = scale * dot(outline, wave);
        spectrum.sine[term] = scale * dot(outline, wave + stride_);
        spectrum.size[term] = std::hypot(spectrum.cosine[term], spectrum.sine[term]);
    }
    return spectrum;
}

void Waves::turn(const Spectrum& still, const Spectrum& turned, std::size_t from, std::size_t to,
                 std::span<float> common, std::span<float> peaks) const {
    float along[spectrum_terms], across[spectrum_terms];
    to = std::min(to, terms_);
    from = std::min(from, to);
    for (std::size_t term = from; term < to; ++term) {
        const float c = still.cosine[term], s = still.sine[term];
        along[term - from] = c * turned.cosine[term] + s * turned.sine[term];
        across[term - from] = s * turned.cosine[term] - c * turned.sine[term];
    }
    const float* const waves = waves_.data() + 2 * from * stride_;
    correlate({along, to - from}, {across, to - from}, waves, stride_, common.data(), peaks);
}

float Spectrum::energy(std::size_t terms) const {
    float sum = 0;
    for (std::size_t term = 0; term < terms; ++term) sum += size[term] * size[term];
    return sum;
}

BESTSOFAR_CLONES float size_distance(const Spectrum& a, const Spectrum& b) {
    Vector<float> sums{};
    for (std::size_t term = 0; term < spectrum_terms; term += Lanes<float>::per_vector) {
        const Vector<float> gap = load(a.size + term) - load(b.size + term);
        sums += gap * gap;
    }
    return sum_of<float>(sums);
}

BESTSOFAR_CLONES float rotate(std::span<const float> row, const float* twice, std::size_t first, float bound) {
    return best_rotation(row, twice, first, bound);
}
BESTSOFAR_CLONES double rotate(std::span<const double> row, const double* twice, std::size_t first, double bound) {
    return best_rotation(row, twice, first, bound);
}

}  // namespace bestsofar
