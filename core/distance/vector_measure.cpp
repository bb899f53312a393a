#include "distance/vector_measure.hpp"

#include <algorithm>
#include <limits>

#include "distance/record_values.hpp"

namespace bestsofar {

namespace {

template <class T>
VectorScanner<T> plain_scanner_of(VectorMetric metric) {
    switch (metric) {
        case VectorMetric::manhattan: return &scan_absolute;
        case VectorMetric::minkowski: return &scan_power;
        case VectorMetric::hamming: return &scan_unequal;
        case VectorMetric::mixed: return &scan_mixed;
        case VectorMetric::euclidean:
        case VectorMetric::cosine: break;
    }
    return &scan_squared;
}

template <class T>
VectorScanner<T> scanner_of(const VectorMetricParams& params) {
    if (params.scale.empty()) return plain_scanner_of<T>(params.metric);
    switch (params.metric) {
        case VectorMetric::euclidean: return &scan_scaled_squared;
        case VectorMetric::manhattan: return &scan_scaled_absolute;
        case VectorMetric::minkowski: return &scan_scaled_power;
        case VectorMetric::hamming:
        case VectorMetric::cosine:
        case VectorMetric::mixed: break;
    }
    return plain_scanner_of<T>(params.metric);
}

/// Scales all but the last value to length 1. A row of zeros has no direction: it gets one of its own, the last axis,
/// at a right angle to every other.
template <class T>
void to_direction(std::span<T> row) {
    double largest = 0;
    for (const T value : row) largest = std::max(largest, std::abs(static_cast<double>(value)));
    if (largest == 0) {
        row.back() = 1;
        return;
    }
    double squares = 0;
    for (const T value : row) squares += (value / largest) * (value / largest);
    const double length = std::sqrt(squares);
    // What is a direction already stays as it is, to the last bit.
    if (std::abs(length * largest - 1) <= 4 * std::numeric_limits<T>::epsilon()) return;
    for (T& value : row) value = static_cast<T>(value / largest / length);
}

}  // namespace

template <class T>
VectorMeasure<T>::VectorMeasure(std::size_t width, const VectorMetricParams& params)
    : metric_(params.metric),
      power_(static_cast<T>(params.power)),
      scale_(params.scale.begin(), params.scale.end()),
      width_(width),
      scanner_(scanner_of<T>(params)) {}

template <class T>
void VectorMeasure<T>::admit(std::span<T> row) const {
    switch (metric_) {
        case VectorMetric::mixed: return require_not_infinite<T>(row);
        case VectorMetric::hamming: return require_finite<T>(row);
        case VectorMetric::cosine: require_finite<T>(row); return to_direction(row);
        case VectorMetric::euclidean:
        case VectorMetric::manhattan:
        case VectorMetric::minkowski: break;
    }
    require_measurable<T>(row);
}

template <class T>
double VectorMeasure<T>::other_distance(double reduced) const {
    switch (metric_) {
        case VectorMetric::manhattan: return reduced;
        case VectorMetric::minkowski: return std::pow(reduced, 1 / static_cast<double>(power_));
        case VectorMetric::hamming: return reduced / static_cast<double>(width_);
        case VectorMetric::cosine: return reduced / 2;
        case VectorMetric::euclidean:
        case VectorMetric::mixed: break;
    }
    return std::sqrt(reduced);
}

template <class T>
double VectorMeasure<T>::reduced(double distance) const {
    switch (metric_) {
        case VectorMetric::manhattan: return distance;
        case VectorMetric::minkowski: return std::pow(distance, static_cast<double>(power_));
        case VectorMetric::hamming: return distance * static_cast<double>(width_);
        case VectorMetric::cosine: return distance * 2;
        case VectorMetric::euclidean:
        case VectorMetric::mixed: break;
    }
    return distance * distance;
}

template class VectorMeasure<float>;
template class VectorMeasure<double>;

}  // namespace bestsofar
