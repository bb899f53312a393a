#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "distance/blocks.hpp"
#include "distance/space.hpp"
#include "simd/clones.hpp"
#include "simd/vector.hpp"

namespace bestsofar {

/// Places between two looks at whether all lanes are already too far away.
constexpr std::size_t between_looks = 16;

/// Without a bound all are below it, even those that overflowed.
template <class T, std::size_t n>
[[nodiscard]] BESTSOFAR_INLINE bool any_below(const Vector<T> (&parts)[n], T bound) {
    if (bound > std::numeric_limits<T>::max()) return true;
    auto below = parts[0] < bound;
    for (std::size_t i = 1; i < n; ++i) below |= parts[i] < bound;
    const auto wide = reinterpret_cast<WideBits>(below);  // four numbers leave their register, not one for each lane
    return (wide[0] | wide[1] | wide[2] | wide[3]) != 0;
}

/// One number for each row of a block, kept in registers.
template <class T>
struct alignas(sizeof(Vector<T>)) Lanes {
    static constexpr std::size_t vectors = Blocks<T>::lanes * sizeof(T) / sizeof(Vector<T>);
    static constexpr std::size_t per_vector = Blocks<T>::lanes / vectors;
    Vector<T> part[vectors] = {};

    [[nodiscard]] BESTSOFAR_INLINE T operator[](std::size_t lane) const {
        return part[lane / per_vector][lane % per_vector];
    }

    /// As any_below().
    [[nodiscard]] BESTSOFAR_INLINE bool below(std::size_t lane, T bound) const {
        return bound > std::numeric_limits<T>::max() || (*this)[lane] < bound;
    }
    [[nodiscard]] BESTSOFAR_INLINE bool any_below(T bound) const { return bestsofar::any_below<T>(part, bound); }
};

/// An overflow counts as the largest number, not as infinity, so that a query without a bound always finds something.
template <class T>
[[nodiscard]] BESTSOFAR_INLINE Vector<T> without_overflow(Vector<T> numbers) {
    const Vector<T> largest = Vector<T>{} + std::numeric_limits<T>::max();
    return numbers < largest ? numbers : largest;
}

/// The numbers of a block, in memory.
template <class T>
struct alignas(sizeof(Vector<T>)) Stored {
    T values[Blocks<T>::lanes];

    BESTSOFAR_INLINE explicit Stored(const Vector<T>* parts) {
        for (std::size_t i = 0; i < Lanes<T>::vectors; ++i) {
            reinterpret_cast<Vector<T>*>(values)[i] = without_overflow<T>(parts[i]);
        }
    }

    /// Appends the lanes of [from, to) below `bound`.
    BESTSOFAR_INLINE Hit* collect(std::size_t from, std::size_t to, T bound, std::size_t block, Hit* hits) const {
        for (std::size_t lane = from; lane < to; ++lane) {
            if (!(values[lane] < bound)) continue;
            *hits++ = {values[lane], static_cast<std::uint32_t>(block * Blocks<T>::lanes + lane)};
        }
        return hits;
    }
};

}  // namespace bestsofar
