#pragma once

#include <cmath>
#include <span>

#include "density/elementary.hpp"

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

    [[nodiscard]] BESTSOFAR_INLINE Numbers mass(std::size_t row) const {
        Numbers mass{};
        for (std::size_t label = 0; label < class_weights.size(); ++label) {
            mass += columns.at(label, row) * class_weights[label];
        }
        return mass;
    }
    [[nodiscard]] BESTSOFAR_INLINE Numbers entropy(std::size_t row, Numbers mass) const {
        const Numbers one_share = 1 / (mass > 0 ? mass : Numbers{} + 1);
        Numbers entropy{};
        for (std::size_t label = 0; label < class_weights.size(); ++label) {
            const Numbers share = columns.at(label, row) * class_weights[label] * one_share;
            entropy -= share > negligible ? share * log(share > negligible ? share : Numbers{} + 1) : Numbers{};
        }
        return (mass > 0 ? entropy : Numbers{} + log_classes) * load(weights + row);
    }
};

}  // namespace bestsofar
