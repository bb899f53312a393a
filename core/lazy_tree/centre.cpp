#include "lazy_tree/centre.hpp"

#include <cmath>

namespace bestsofar {

namespace {

// A feature with such a scale is a category: any difference counts as the largest.
constexpr double any_difference = 1e37;

}  // namespace

template <class T>
void move_towards(std::span<T> centre, std::span<const T> row, T parts, const VectorMeasure<T>& measure) {
    if (measure.metric() == VectorMetric::hamming) return;
    const bool mixed = measure.metric() == VectorMetric::mixed;
    for (std::size_t feature = 0; feature < centre.size(); ++feature) {
        if (mixed && measure.scale()[feature] >= any_difference) continue;
        const T moved = centre[feature] + (row[feature] - centre[feature]) / parts;
        if (std::isfinite(moved)) centre[feature] = moved;
    }
}

template void move_towards(std::span<float>, std::span<const float>, float, const VectorMeasure<float>&);
template void move_towards(std::span<double>, std::span<const double>, double, const VectorMeasure<double>&);

}  // namespace bestsofar
