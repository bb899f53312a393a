#include "distance/rotation_scan.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>

#include "distance/clones.hpp"
#include "distance/lanes.hpp"

namespace bestsofar {

namespace {

// Places between two looks at whether all shifts of a group are already too far away.
constexpr std::size_t stride = 16;

template <class T>
BESTSOFAR_INLINE Vector<T> load(const T* values) {
    Vector<T> vector;
    std::memcpy(&vector, values, sizeof(vector));
    return vector;
}

template <class T>
BESTSOFAR_INLINE T sum_of(Vector<T> vector) {
    T sum = 0;
    for (std::size_t i = 0; i < Lanes<T>::per_vector; ++i) sum += vector[i];
    return sum;
}

// Lane l holds shift + l: neighbouring shifts read neighbouring numbers.
template <class T>
BESTSOFAR_INLINE T best_rotation(std::span<const T> row, const T* twice, T bound) {
    T best = bound;
    for (std::size_t shift = 0; shift < row.size(); shift += Blocks<T>::lanes) {
        Lanes<T> sums;
        bool near = true;
        for (std::size_t place = 0; place < row.size() && near;) {
            const std::size_t pause = std::min(place + stride, row.size());
            for (; place < pause; ++place) {
                const T* const shifted = twice + shift + place;
                for (std::size_t i = 0; i < Lanes<T>::vectors; ++i) {
                    const Vector<T> gap = row[place] - load(shifted + i * Lanes<T>::per_vector);
                    sums.part[i] += gap * gap;
                }
            }
            near = sums.any_below(best);
        }
        if (!near) continue;
        for (std::size_t lane = 0; lane < Blocks<T>::lanes; ++lane) best = std::min(best, sums[lane]);
    }
    return best;
}

}  // namespace

std::vector<float> fourier_waves(std::size_t length) {
    const std::size_t terms = std::min(spectrum_terms, length / 2 + 1);
    std::vector<float> waves;
    waves.reserve(2 * terms * length);
    for (std::size_t term = 0; term < terms; ++term) {
        const auto angle = [&](std::size_t place) {
            return 2 * std::numbers::pi * static_cast<double>(term * place % length) / static_cast<double>(length);
        };
        for (std::size_t i = 0; i < length; ++i) waves.push_back(static_cast<float>(std::cos(angle(i))));
        for (std::size_t i = 0; i < length; ++i) waves.push_back(static_cast<float>(std::sin(angle(i))));
    }
    return waves;
}

BESTSOFAR_CLONES void spectrum(std::span<const float> waves, std::span<const float> outline, std::span<float> sizes) {
    const std::size_t length = outline.size();
    const auto project = [&](const float* wave) {
        Vector<float> sums{};
        std::size_t place = 0;
        for (; place + Lanes<float>::per_vector <= length; place += Lanes<float>::per_vector) {
            sums += load(outline.data() + place) * load(wave + place);
        }
        float sum = sum_of<float>(sums);
        for (; place < length; ++place) sum += outline[place] * wave[place];
        return sum;
    };
    std::fill(sizes.begin(), sizes.end(), 0.0f);
    for (std::size_t term = 0; term * 2 * length < waves.size(); ++term) {
        const float* const wave = waves.data() + term * 2 * length;
        // All terms but the mean and, where the length is even, the last come twice in the full transform.
        const float weight = term == 0 || 2 * term == length ? 1.0f : 2.0f;
        sizes[term] =
            std::sqrt(weight / static_cast<float>(length)) * std::hypot(project(wave), project(wave + length));
    }
}

BESTSOFAR_CLONES float spectrum_distance(const float* a, const float* b) {
    Vector<float> sums{};
    for (std::size_t term = 0; term < spectrum_terms; term += Lanes<float>::per_vector) {
        const Vector<float> gap = load(a + term) - load(b + term);
        sums += gap * gap;
    }
    return sum_of<float>(sums);
}

BESTSOFAR_CLONES float rotate(std::span<const float> row, const float* twice, float bound) {
    return best_rotation(row, twice, bound);
}
BESTSOFAR_CLONES double rotate(std::span<const double> row, const double* twice, double bound) {
    return best_rotation(row, twice, bound);
}

}  // namespace bestsofar
