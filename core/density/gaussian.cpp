#include "density/gaussian.hpp"

#include <array>
#include <limits>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

BESTSOFAR_INLINE void exponentiate(double* values, std::size_t count, double scale) {
    for (std::size_t i = 0; i < count; i += numbers_at_once) {
        const Numbers power = load(values + i) * -scale;
        store(power > least_power ? bounded_exp(power) : Numbers{}, values + i);
    }
}

BESTSOFAR_CLONES void exponentiate_some(double* values, std::size_t count, double scale) {
    exponentiate(values, count, scale);
}

BESTSOFAR_INLINE double nearest(const double* distances) {
    Numbers nearest = load(distances);
    for (std::size_t i = numbers_at_once; i < Kernels::part; i += numbers_at_once) {
        nearest = lesser(nearest, load(distances + i));
    }
    return least_of(nearest);
}

BESTSOFAR_CLONES void exponentiate_parts(Kernels& distances, double scale, const Floors& floors) {
    distances.reached = 0;
    for (std::size_t part = 0; part < Kernels::parts; ++part) {
        double* const values = distances.of + part * Kernels::part;
        if (nearest(values) * -scale > floors.at(part)) {
            exponentiate(values, Kernels::part, scale);
            distances.reached |= 1U << part;
        } else {
            std::fill_n(values, Kernels::part, 0.0);
        }
    }
}

constexpr std::size_t padded(std::size_t count) {
    return (count + numbers_at_once - 1) / numbers_at_once * numbers_at_once;
}

constexpr auto all_lowest = [] {
    std::array<double, Kernels::parts> floors{};
    floors.fill(least_power);
    return floors;
}();

}  // namespace

Floors no_floors() { return {all_lowest.data(), least_power}; }

double kernel_scale(double bandwidth) {
    return std::min(0.5 / bandwidth / bandwidth, std::numeric_limits<double>::max());
}

void to_kernels(Kernels& distances, std::size_t count, double scale) {
    // What is behind goes through the same registers.
    std::fill(distances.of + count, distances.of + padded(count), 0.0);
    exponentiate_some(distances.of, count, scale);
}

Kernels gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale, const Floors& floors) {
    Kernels kernels;
    probe.measure(first, count, kernels.of);
    std::fill(kernels.of + count, kernels.of + Kernels::most, std::numeric_limits<double>::infinity());
    exponentiate_parts(kernels, scale, floors);
    return kernels;
}

}  // namespace bestsofar
