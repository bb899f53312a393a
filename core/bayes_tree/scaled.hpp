#pragma once

#include <span>

namespace bestsofar {

/// A number, as `factor` times e^`log_scale`: it neither vanishes nor overflows.
struct Scaled {
    double factor;
    double log_scale;
};

/// Writes the logarithms of all.
void logs(std::span<const Scaled> all, double* to);

}  // namespace bestsofar
