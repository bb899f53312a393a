#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "distance/blocks.hpp"
#include "distance/clones.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// Some neighbouring lanes of a block, in one register of x86-64-v3 (two of older machines).
template <class T>
struct VectorOf;
template <>
struct VectorOf<float> {
    typedef float type __attribute__((vector_size(32), may_alias));
};
template <>
struct VectorOf<double> {
    typedef double type __attribute__((vector_size(32), may_alias));
};
template <class T>
using Vector = typename VectorOf<T>::type;

/// Features or places between two looks at whether all lanes are already too far away.
constexpr std::size_t between_looks = 16;

/// One number for each row of a block, kept in registers.
template <class T>
struct alignas(sizeof(Vector<T>)) Lanes {
    static constexpr std::size_t vectors = Blocks<T>::lanes * sizeof(T) / sizeof(Vector<T>);
    static constexpr std::size_t per_vector = Blocks<T>::lanes / vectors;
    Vector<T> part[vectors] = {};

    [[nodiscard]] BESTSOFAR_INLINE T operator[](std::size_t lane) const {
        return part[lane / per_vector][lane % per_vector];
    }

    /// Without a bound all are below it, even those that overflowed.
    [[nodiscard]] BESTSOFAR_INLINE bool below(std::size_t lane, T bound) const {
        return bound > std::numeric_limits<T>::max() || (*this)[lane] < bound;
    }
    [[nodiscard]] BESTSOFAR_INLINE bool any_below(T bound) const {
        if (bound > std::numeric_limits<T>::max()) return true;
        auto below = part[0] < bound;
        for (std::size_t i = 1; i < vectors; ++i) below |= part[i] < bound;
        bool any = false;
        for (std::size_t i = 0; i < per_vector; ++i) any |= below[i] != 0;
        return any;
    }

    /// Appends the lanes of [from, to) below `bound`. An overflow counts as the largest number, not as infinity,
    /// so that a query without a bound always finds something.
    BESTSOFAR_INLINE Hit* collect(std::size_t from, std::size_t to, T bound, std::size_t block, Hit* hits) const {
        for (std::size_t lane = from; lane < to; ++lane) {
            constexpr T largest = std::numeric_limits<T>::max();
            const T distance = (*this)[lane] < largest ? (*this)[lane] : largest;
            if (distance < bound) *hits++ = {distance, static_cast<std::uint32_t>(block * Blocks<T>::lanes + lane)};
        }
        return hits;
    }

    /// Writes the lanes of [from, to); overflow as for collect().
    BESTSOFAR_INLINE double* write(std::size_t from, std::size_t to, double* distances) const {
        constexpr std::size_t all = Blocks<T>::lanes;
        alignas(sizeof(Vector<T>)) T values[all];
        for (std::size_t i = 0; i < vectors; ++i) {
            const Vector<T> largest = Vector<T>{} + std::numeric_limits<T>::max();
            reinterpret_cast<Vector<T>*>(values)[i] = part[i] < largest ? part[i] : largest;
        }
        if (to - from < all) return std::copy(values + from, values + to, distances);
        for (std::size_t lane = 0; lane < all; ++lane) distances[lane] = values[lane];  // of known length: in registers
        return distances + all;
    }
};

}  // namespace bestsofar
