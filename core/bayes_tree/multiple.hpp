#pragma once

#include <span>

namespace bestsofar {

/// So many times a power of e: what neither vanishes nor overflows.
struct Multiple {
    double times;
    double power;  ///< its logarithm
};

/// Writes the logarithms of some.
void logs(std::span<const Multiple> multiples, double* to);

}  // namespace bestsofar
