#pragma once

#include <cmath>
#include <span>

#include "simd/math.hpp"

namespace bestsofar {

/// What kernel sums say about the class of several rows at once. `Columns` gives the sums of a class by at(label, row).
template <class Columns>
struct Posterior {
    // A kernel with a share of the mass this small leaves the entropy as it is.
    static constexpr double negligible = 0x1p-64;

    Columns columns;
    std::span<const double> class_weights;
    const double* weights;
    double log_classes = std::log(static_cast<double>(class_weights.size()));

    [[nodiscard]] BESTSOFAR_INLINE Doubles mass(std::size_t row) const {
        Doubles mass{};
        for (std::size_t label = 0; label < class_weights.size(); ++label) {
            mass += columns.at(label, row) * class_weights[label];
        }
        return mass;
    }
    [[nodiscard]] BESTSOFAR_INLINE Doubles entropy(std::size_t row, Doubles mass) const {
        const Doubles one_share = 1 / (mass > 0 ? mass : Doubles{} + 1);
        Doubles entropy{};
        for (std::size_t label = 0; label < class_weights.size(); ++label) {
            const Doubles share = columns.at(label, row) * class_weights[label] * one_share;
            entropy -= share > negligible ? share * log(share > negligible ? share : Doubles{} + 1) : Doubles{};
        }
        return (mass > 0 ? entropy : Doubles{} + log_classes) * load(weights + row);
    }
};

}  // namespace bestsofar
