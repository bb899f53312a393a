#pragma once

#include <cstdint>

#include "simd/clones.hpp"
#include "simd/vector.hpp"

namespace bestsofar {

// exp and log of several numbers at once, to the last bit or two. A library has these for one number at a time.

/// A power of e, from -708 to 708.
BESTSOFAR_INLINE Doubles exp(Doubles x) {
    // At this size a double holds a whole number in its last bits, in two's complement.
    constexpr double whole = 0x1.8p52;
    const Doubles shifted = x * 0x1.71547652b82fep0 + whole;  // log2(e)
    const Doubles twos = shifted - whole;
    const Doubles r = (x - twos * 0x1.62e42fefa38p-1) - twos * 0x1.ef35793c7673p-45;  // log(2) in two parts
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
    const Doubles r2 = r * r, r4 = r2 * r2;
    const auto two = [&](std::size_t i) { return r * factors[i + 1] + factors[i]; };
    const auto four = [&](std::size_t i) { return two(i + 2) * r2 + two(i); };
    const Doubles sum = (four(8) * r4 + four(4)) * r4 + four(0);
    return (Doubles)((Bits)sum + ((Bits)shifted << 52));
}

/// From here on powers of e are normal numbers.
constexpr double least_power = -700;

/// A power of e, or that of `least_power` where it is lower.
BESTSOFAR_INLINE Doubles bounded_exp(Doubles x) { return exp(x > least_power ? x : Doubles{} + least_power); }

/// The natural logarithm of positive numbers that are not subnormal.
BESTSOFAR_INLINE Doubles log(Doubles x) {
    constexpr std::uint64_t root_half =
        0x3fe6a09e667f3bcd;  // as a double: the mantissa is sought in [root_half, 2 root_half)
    constexpr std::uint64_t bias = std::uint64_t{1024} << 52;
    const Bits power = ((Bits)x - root_half + bias) >> 52;
    const Doubles mantissa = (Doubles)((Bits)x - (power << 52) + bias);
    const Doubles twos = (Doubles)(power | 0x4330000000000000) - (0x1p52 + 1024);
    // log(m) = 2 artanh((m - 1) / (m + 1)); the ratio is below 0.172.
    const Doubles ratio = (mantissa - 1) / (mantissa + 1);
    const Doubles square = ratio * ratio;
    const Doubles square2 = square * square, square4 = square2 * square2;
    const auto two = [&](double odd) { return square * (1 / (odd + 2)) + 1 / odd; };
    const auto four = [&](double odd) { return two(odd + 4) * square2 + two(odd); };
    const Doubles sum = (two(19) * square4 + four(11)) * square4 + four(3);
    const Doubles rest = twos * 0x1.ef35793c7673p-45 + 2 * ratio * square * sum;
    return twos * 0x1.62e42fefa38p-1 + (2 * ratio + rest);
}

}  // namespace bestsofar
