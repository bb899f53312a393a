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

BESTSOFAR_INLINE Numbers load(const double* from) {
    Numbers values;
    std::memcpy(&values, from, sizeof values);
    return values;
}

BESTSOFAR_INLINE void store(Numbers values, double* to) { std::memcpy(to, &values, sizeof values); }

BESTSOFAR_INLINE double total(Numbers values) { return (values[0] + values[1]) + (values[2] + values[3]); }

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
    // Taylor's: what is left out is below 2^-57 for |r| <= log(2) / 2.
    Numbers sum = Numbers{} + 1.0 / 6227020800;
    for (const double below : {479001600., 39916800., 3628800., 362880., 40320., 5040., 720., 120., 24., 6., 2., 1.}) {
        sum = sum * r + 1 / below;
    }
    sum = sum * r + 1;
    const Bits exponent = ((Bits)shifted << 52) + (std::uint64_t{1023} << 52);
    return sum * (Numbers)exponent;
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
    Numbers sum = Numbers{} + 1.0 / 21;
    for (const double odd : {19., 17., 15., 13., 11., 9., 7., 5., 3.}) sum = sum * square + 1 / odd;
    const Numbers rest = twos * 0x1.ef35793c7673p-45 + 2 * ratio * square * sum;
    return twos * 0x1.62e42fefa38p-1 + (2 * ratio + rest);
}

}  // namespace bestsofar
