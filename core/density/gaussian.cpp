#include "density/gaussian.hpp"

#include <algorithm>
#include <limits>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

BESTSOFAR_CLONES void exponentiate(double* values, std::size_t count, double scale) {
    for (std::size_t i = 0; i < count; i += numbers_at_once) {
        const Numbers power = load(values + i) * -scale;
        store(power > least_power ? bounded_exp(power) : Numbers{}, values + i);
    }
}

constexpr std::size_t padded(std::size_t count) {
    return (count + numbers_at_once - 1) / numbers_at_once * numbers_at_once;
}

}  // namespace

double kernel_scale(double bandwidth) {
    return std::min(0.5 / bandwidth / bandwidth, std::numeric_limits<double>::max());
}

void to_kernels(Kernels& distances, std::size_t count, double scale) {
    // What is behind goes through the same registers.
    std::fill(distances.of + count, distances.of + padded(count), 0.0);
    exponentiate(distances.of, count, scale);
}

Kernels gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale) {
    Kernels kernels;
    probe.measure(first, count, kernels.of);
    to_kernels(kernels, count, scale);
    std::fill(kernels.of + count, kernels.of + Kernels::most, 0.0);
    return kernels;
}

}  // namespace bestsofar
