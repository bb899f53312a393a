#pragma once

#include <cstdint>
#include <cstring>

#include "distance/clones.hpp"
#include "distance/lanes.hpp"

namespace bestsofar {

// exp and log of several numbers at once, to the last bit or two. A library has these for one number at a time.

using Numbers = Vector<double>;
typedef std::uint64_t Bits __attribute__((vector_size(sizeof(Numbers)), may_alias));
using Mask = decltype(Numbers{} < Numbers{});
constexpr std::size_t numbers_at_once = sizeof(Numbers) / sizeof(double);

/// This many numbers, filled up to whole vectors.
[[nodiscard]] constexpr std::size_t whole_vectors(std::size_t count) {
    return (count + numbers_at_once - 1) / numbers_at_once * numbers_at_once;
}

/// The numbers at given places of two vectors, one after the other.
#ifdef __clang__
#define BESTSOFAR_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define BESTSOFAR_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, Mask{__VA_ARGS__})
#endif

BESTSOFAR_INLINE Numbers load(const double* from) {
    Numbers values;
    std::memcpy(&values, from, sizeof values);
    return values;
}

BESTSOFAR_INLINE void store(Numbers values, double* to) { std::memcpy(to, &values, sizeof values); }

BESTSOFAR_INLINE double total(Numbers values) { return (values[0] + values[1]) + (values[2] + values[3]); }

BESTSOFAR_INLINE Numbers lesser(Numbers a, Numbers b) { return a < b ? a : b; }

BESTSOFAR_INLINE double least_of(Numbers values) {
    const double some = values[0] < values[1] ? values[0] : values[1];
    const double others = values[2] < values[3] ? values[2] : values[3];
    return some < others ? some : others;
}

/// The least number of each.
BESTSOFAR_INLINE Numbers least_of_each(Numbers a, Numbers b, Numbers c, Numbers d) {
    const Numbers ab = lesser(BESTSOFAR_SHUFFLE(a, b, 0, 4, 2, 6), BESTSOFAR_SHUFFLE(a, b, 1, 5, 3, 7));
    const Numbers cd = lesser(BESTSOFAR_SHUFFLE(c, d, 0, 4, 2, 6), BESTSOFAR_SHUFFLE(c, d, 1, 5, 3, 7));
    return lesser(BESTSOFAR_SHUFFLE(ab, cd, 0, 1, 4, 5), BESTSOFAR_SHUFFLE(ab, cd, 2, 3, 6, 7));
}

BESTSOFAR_INLINE bool any(Mask mask) {
    bool found = false;
    for (std::size_t i = 0; i < numbers_at_once; ++i) found |= mask[i] != 0;
    return found;
}

/// A power of e, from -708 to 708.
BESTSOFAR_INLINE Numbers exp(Numbers x) {
    // At this size a double holds a whole number in its last bits, in two's complement.
    constexpr double whole = 0x1.8p52;
    const Numbers shifted = x * 0x1.71547652b82fep0 + whole;  // log2(e)
    const Numbers twos = shifted - whole;
    const Numbers r = (x - twos * 0x1.62e42fefa38p-1) - twos * 0x1.ef35793c7673p-45;  // log(2) in two parts
    // The best polynomial that begins with 1 + r: for |r| <= log(2) / 2 its error is below 2^-56. In pairs, which need
    // not wait for each other.
    constexpr double factors[] = {1,
                                  1,
                                  0x1.000000000000ap-1,
                                  0x1.55555555554fap-3,
                                  0x1.555555555087cp-5,
                                  0x1.1111111127be6p-7,
                                  0x1.6c16c1842a112p-10,
                                  0x1.a01a012a57811p-13,
                                  0x1.a0199a0c690dap-16,
                                  0x1.71df2552b1d28p-19,
                                  0x1.28ad72caeea98p-22,
                                  0x1.ad7f6e477749cp-26};
    const Numbers r2 = r * r, r4 = r2 * r2;
    const auto two = [&](std::size_t i) { return r * factors[i + 1] + factors[i]; };
    const auto four = [&](std::size_t i) { return two(i + 2) * r2 + two(i); };
    const Numbers sum = (four(8) * r4 + four(4)) * r4 + four(0);
    return (Numbers)((Bits)sum + ((Bits)shifted << 52));
}

/// From here on powers of e are normal numbers.
constexpr double least_power = -700;

/// A power of e, or that of `least_power` where it is lower.
BESTSOFAR_INLINE Numbers bounded_exp(Numbers x) { return exp(x > least_power ? x : Numbers{} + least_power); }

/// The natural logarithm of positive numbers that are not subnormal.
BESTSOFAR_INLINE Numbers log(Numbers x) {
    constexpr std::uint64_t root_half =
        0x3fe6a09e667f3bcd;  // as a double: the mantissa is sought in [root_half, 2 root_half)
    constexpr std::uint64_t bias = std::uint64_t{1024} << 52;
    const Bits power = ((Bits)x - root_half + bias) >> 52;
    const Numbers mantissa = (Numbers)((Bits)x - (power << 52) + bias);
    const Numbers twos = (Numbers)(power | 0x4330000000000000) - (0x1p52 + 1024);
    // log(m) = 2 artanh((m - 1) / (m + 1)); the ratio is below 0.172.
    const Numbers ratio = (mantissa - 1) / (mantissa + 1);
    const Numbers square = ratio * ratio;
    const Numbers square2 = square * square, square4 = square2 * square2;
    const auto two = [&](double odd) { return square * (1 / (odd + 2)) + 1 / odd; };
    const auto four = [&](double odd) { return two(odd + 4) * square2 + two(odd); };
    const Numbers sum = (two(19) * square4 + four(11)) * square4 + four(3);
    const Numbers rest = twos * 0x1.ef35793c7673p-45 + 2 * ratio * square * sum;
    return twos * 0x1.62e42fefa38p-1 + (2 * ratio + rest);
}

}  // namespace bestsofar
