#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace bestsofar {

/// The bits of fixed point numbers: four million values of up to 1 can be added up.
constexpr int fixed_bits = 40;

/// Rounds to the nearest whole number, halves to even.
inline std::int64_t rounded(double value) {
    // At this size a double has no room for a fraction left. Much faster than a call, and values are below 2^41.
    constexpr double no_fraction = 0x1.8p52;
    return static_cast<std::int64_t>((value + no_fraction) - no_fraction);
}

/// Distances in fixed point, the largest just below 1.
class Quantum {
public:
    explicit Quantum(double largest, int spare_bits = 0) {
        int exponent = 0;
        std::frexp(largest, &exponent);
        exponent += spare_bits;
        // In two halves: one alone may be too large for a double.
        first_ = std::ldexp(1.0, (fixed_bits - exponent) / 2);
        second_ = std::ldexp(1.0, fixed_bits - exponent - (fixed_bits - exponent) / 2);
    }
    /// Of infinity it is 0, and of no use.
    [[nodiscard]] std::int64_t operator()(double distance) const {
        return distance < std::numeric_limits<double>::infinity() ? rounded(distance * first_ * second_) : 0;
    }

private:
    double first_, second_;
};

}  // namespace bestsofar
