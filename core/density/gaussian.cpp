#include "density/gaussian.hpp"

#include <algorithm>
#include <limits>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

constexpr double least_power = -700;

BESTSOFAR_CLONES void to_kernels(double* values, std::size_t count, double scale) {
    for (std::size_t i = 0; i < count; i += numbers_at_once) {
        const Numbers power = load(values + i) * -scale;
        const Numbers bounded = power > least_power ? power : Numbers{} + least_power;
        store(power > least_power ? exp(bounded) : Numbers{}, values + i);
    }
}

}  // namespace

double kernel_scale(double bandwidth) {
    return std::min(0.5 / bandwidth / bandwidth, std::numeric_limits<double>::max());
}

Kernels gaussian(const Probe& probe, std::size_t first, std::size_t count, double scale) {
    Kernels kernels;
    probe.measure(first, count, kernels.of);
    const std::size_t whole = (count + numbers_at_once - 1) / numbers_at_once * numbers_at_once;
    std::fill(kernels.of + count, kernels.of + whole, std::numeric_limits<double>::infinity());
    to_kernels(kernels.of, whole, scale);
    std::fill(kernels.of + whole, kernels.of + Kernels::most, 0.0);
    return kernels;
}

}  // namespace bestsofar
