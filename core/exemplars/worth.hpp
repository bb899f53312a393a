#pragma once

#include <cstdint>
#include <limits>

#include "exemplars/fixed_point.hpp"

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

}  // namespace bestsofar
