#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace bestsofar {

// What GreedyRank adds up, as whole numbers: sums of them do not depend on the order of adding, on threads, or on what
// was added and taken away in between, so the fast ranking equals the literal one to the last bit.

/// Distances of a row to the nearest chosen exemplar of its class and of any other.
struct Reach {
    double own = std::numeric_limits<double>::infinity();
    double other = std::numeric_limits<double>::infinity();

    [[nodiscard]] double widest() const { return own > other ? own : other; }
};

/// How well a row stands: 1 if its own class is nearer, else 0.
struct HardWorth {
    std::int64_t operator()(const Reach& reach) const { return reach.own < reach.other ? 1 : 0; }
};

/// The bits of fixed point numbers: four million values of up to 1 can be added up.
constexpr int fixed_bits = 40;

/// Rounds to the nearest whole number, halves to even.
inline std::int64_t rounded(double value) {
    // At this size a double has no room for a fraction left. Much faster than a call, and values are below 2^41.
    constexpr double no_fraction = 0x1.8p52;
    return static_cast<std::int64_t>((value + no_fraction) - no_fraction);
}

/// The same with a soft step between: 1 / (1 + (own / other)^(2^squarings)), in fixed point.
struct SmoothWorth {
    int squarings;
    int spare_bits = 0;  ///< at the end, so that more can be added up

    std::int64_t operator()(const Reach& reach) const {
        if (reach.own == reach.other) return unit / 2 >> spare_bits;
        if (!(reach.own < infinity) || reach.other == 0) return 0;
        if (!(reach.other < infinity)) return unit >> spare_bits;
        double power = reach.own / reach.other;
        for (int i = 0; i < squarings; ++i) power *= power;
        return rounded(static_cast<double>(unit) / (1 + power)) >> spare_bits;
    }

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();
    static constexpr std::int64_t unit = std::int64_t{1} << fixed_bits;
};

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
