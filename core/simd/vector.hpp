#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "simd/clones.hpp"

namespace bestsofar {

/// Some numbers in one register of x86-64-v3 (two of older machines).
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

/// The bits of a Vector.
typedef long long WideBits __attribute__((vector_size(32)));

using Doubles = Vector<double>;
typedef std::uint64_t Bits __attribute__((vector_size(sizeof(Doubles)), may_alias));
using Mask = decltype(Doubles{} < Doubles{});
constexpr std::size_t doubles_at_once = sizeof(Doubles) / sizeof(double);

/// This many numbers, filled up to whole vectors.
[[nodiscard]] constexpr std::size_t whole_vectors(std::size_t count) {
    return (count + doubles_at_once - 1) / doubles_at_once * doubles_at_once;
}

/// The numbers at given places of two vectors, one after the other.
#ifdef __clang__
#define BESTSOFAR_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define BESTSOFAR_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, Mask{__VA_ARGS__})
#endif

template <class T>
BESTSOFAR_INLINE Vector<T> load(const T* from) {
    Vector<T> values;
    std::memcpy(&values, from, sizeof values);
    return values;
}

BESTSOFAR_INLINE void store(Doubles values, double* to) { std::memcpy(to, &values, sizeof values); }

BESTSOFAR_INLINE double total(Doubles values) { return (values[0] + values[1]) + (values[2] + values[3]); }

template <class T>
BESTSOFAR_INLINE Vector<T> lesser(Vector<T> a, Vector<T> b) {
    return a < b ? a : b;
}
BESTSOFAR_INLINE Doubles lesser(Doubles a, Doubles b) { return a < b ? a : b; }

BESTSOFAR_INLINE double least_of(Doubles values) {
    const double some = values[0] < values[1] ? values[0] : values[1];
    const double others = values[2] < values[3] ? values[2] : values[3];
    return some < others ? some : others;
}

/// The least of each of the four.
BESTSOFAR_INLINE Doubles least_of_each(Doubles a, Doubles b, Doubles c, Doubles d) {
    const Doubles ab = lesser(BESTSOFAR_SHUFFLE(a, b, 0, 4, 2, 6), BESTSOFAR_SHUFFLE(a, b, 1, 5, 3, 7));
    const Doubles cd = lesser(BESTSOFAR_SHUFFLE(c, d, 0, 4, 2, 6), BESTSOFAR_SHUFFLE(c, d, 1, 5, 3, 7));
    return lesser(BESTSOFAR_SHUFFLE(ab, cd, 0, 1, 4, 5), BESTSOFAR_SHUFFLE(ab, cd, 2, 3, 6, 7));
}

BESTSOFAR_INLINE bool any(Mask mask) {
    bool found = false;
    for (std::size_t i = 0; i < doubles_at_once; ++i) found |= mask[i] != 0;
    return found;
}

}  // namespace bestsofar
