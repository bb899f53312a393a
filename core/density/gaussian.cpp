#include "density/gaussian.hpp"

#include <array>
#include <limits>

#include "simd/math.hpp"

namespace bestsofar {

namespace {

/// exp(-scale * distance), zero below e^-700. As a power of two it takes fewer steps than exp(): what is left of the
/// product without its whole part is exact.
struct Gaussian {
    explicit Gaussian(double scale) : factor(scale * -0x1.71547652b82fep0), farthest(least_power / -scale) {}

    BESTSOFAR_INLINE Doubles operator()(Doubles distances) const {
        // At this size a double holds a whole number in its last bits, in two's complement.
        constexpr double whole = 0x1.8p52;
        const Mask near = distances < farthest;
        const Doubles bounded = near ? distances : Doubles{};
        const Doubles shifted = bounded * factor + whole;
        const Doubles r = bounded * factor - (shifted - whole), square = r * r;
        // A polynomial that begins with 1: for |r| <= 1 / 2 its error is below 2^-55. Even and odd powers need not wait
        // for each other.
        Doubles even = Doubles{} + 0x1.e6063f7217bc6p-28, odd = Doubles{} + 0x1.e9d3fe3952179p-32;
        for (const double next :
             {0x1.62bfd47773353p-20, 0x1.430913096fd9fp-13, 0x1.3b2ab6fba1ddap-7, 0x1.ebfbdff82c598p-3, 1.0}) {
            even = even * square + next;
        }
        for (const double next : {0x1.b524fae627834p-24, 0x1.ffcbfc670dcd4p-17, 0x1.5d87fe78a5276p-10,
                                  0x1.c6b08d704a0c2p-5, 0x1.62e42fefa39efp-1}) {
            odd = odd * square + next;
        }
        return near ? (Doubles)((Bits)(odd * r + even) + ((Bits)shifted << 52)) : Doubles{};
    }

    double factor, farthest;
};

BESTSOFAR_INLINE void exponentiate(double* values, std::size_t count, const Gaussian& kernel) {
    for (std::size_t i = 0; i < count; i += doubles_at_once) store(kernel(load(values + i)), values + i);
}

BESTSOFAR_CLONES void exponentiate_some(double* values, std::size_t count, double scale) {
    exponentiate(values, count, Gaussian(scale));
}

BESTSOFAR_INLINE Doubles nearest_of(const double* distances) {
    Doubles nearest = load(distances);
    for (std::size_t i = doubles_at_once; i < Kernels::part; i += doubles_at_once) {
        nearest = lesser(nearest, load(distances + i));
    }
    return nearest;
}

/// The parts that have a kernel that counts, four at a time.
BESTSOFAR_INLINE std::uint32_t reached_parts(const double* distances, double scale, const LogThresholds& thresholds) {
    std::uint32_t reached = 0;
    for (std::size_t part = 0; part < Kernels::parts; part += doubles_at_once) {
        const auto nearest = [&](std::size_t i) { return nearest_of(distances + (part + i) * Kernels::part); };
        const Doubles threshold = lesser(load(thresholds.of_parts + part), Doubles{} + thresholds.highest);
        const Mask counts = least_of_each(nearest(0), nearest(1), nearest(2), nearest(3)) * -scale > threshold;
        for (std::size_t i = 0; i < doubles_at_once; ++i) {
            reached |= static_cast<std::uint32_t>(counts[i] & 1) << (part + i);
        }
    }
    return reached;
}

BESTSOFAR_CLONES void exponentiate_parts(Kernels& distances, double scale, const LogThresholds& thresholds) {
    const Gaussian kernel(scale);
    distances.reached = reached_parts(distances.of, scale, thresholds);
    for (std::size_t part = 0; part < Kernels::parts; ++part) {
        double* const values = distances.of + part * Kernels::part;
        if ((distances.reached >> part & 1) != 0) {
            exponentiate(values, Kernels::part, kernel);
        } else {
            std::fill_n(values, Kernels::part, 0.0);
        }
    }
}

constexpr auto all_lowest = [] {
    std::array<double, Kernels::parts> thresholds{};
    thresholds.fill(least_power);
    return thresholds;
}();

}  // namespace

LogThresholds no_thresholds() { return {all_lowest.data(), least_power}; }

double kernel_scale(double bandwidth) {
    return std::min(0.5 / bandwidth / bandwidth, std::numeric_limits<double>::max() / 2);
}

void to_kernels(Kernels& distances, std::size_t count, double scale) {
    // What comes after them goes through the same registers.
    std::fill(distances.of + count, distances.of + whole_vectors(count), 0.0);
    exponentiate_some(distances.of, count, scale);
}

Kernels gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale,
                 const LogThresholds& thresholds) {
    Kernels kernels;
    write_gaussian(probe, first, count, scale, thresholds, kernels);
    return kernels;
}

void write_gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale,
                    const LogThresholds& thresholds, Kernels& kernels) {
    probe.measure(first, count, kernels.of);
    std::fill(kernels.of + count, kernels.of + Kernels::most, std::numeric_limits<double>::infinity());
    exponentiate_parts(kernels, scale, thresholds);
}

}  // namespace bestsofar
