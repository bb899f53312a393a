#include "distance/vector_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "distance/numbers.hpp"

namespace bestsofar {

namespace {

template <class T>
VectorScanner<T> scanner_of(VectorMetric metric) {
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

std::size_t inner_width(std::size_t width, VectorMetric metric) {
    return metric == VectorMetric::cosine ? width + 1 : width;
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
class VectorSpace<T>::RowProbe final : public Probe {
public:
    RowProbe(const VectorSpace& space, std::vector<T> query) : space_(space), query_(std::move(query)) {}

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        return space_.scanner_(
            {space_.rows_, query_.data(), space_.scale_.data(), space_.power_, first, count, bound_of<T>(bound)}, hits);
    }

    void measure(std::size_t first, std::size_t count, double* distances) const override {
        if (space_.metric_ != VectorMetric::euclidean) return Probe::measure(first, count, distances);
        measure_squared({space_.rows_, query_.data(), nullptr, 0, first, count, 0}, distances);
    }

private:
    const VectorSpace& space_;
    std::vector<T> query_;
};

template <class T>
VectorSpace<T>::VectorSpace(Blocks<T> rows, std::size_t width, const VectorMetricParams& params)
    : metric_(params.metric),
      power_(static_cast<T>(params.power)),
      scale_(params.scale.begin(), params.scale.end()),
      width_(width),
      rows_(std::move(rows)),
      scanner_(scanner_of<T>(params.metric)) {
    if (rows_.width() != inner_width(width, metric_) || (metric_ == VectorMetric::mixed && scale_.size() != width)) {
        throw std::invalid_argument("rows of another width");
    }
}

template <class T>
VectorSpace<T>::VectorSpace(std::span<const T> rows, std::size_t width, const VectorMetricParams& params)
    : VectorSpace(Blocks<T>(rows.size() / width, inner_width(width, params.metric)), width, params) {
    std::vector<T> row(rows_.width());
    for (std::size_t i = 0; i < rows_.rows(); ++i) {
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i * width), width, row.begin());
        if (row.size() > width) row.back() = 0;
        admit(row);
        rows_.set(i, row);
    }
}

template <class T>
VectorSpace<T>::VectorSpace(const VectorSpace& other, Blocks<T> rows)
    : metric_(other.metric_),
      power_(other.power_),
      scale_(other.scale_),
      width_(other.width_),
      rows_(std::move(rows)),
      scanner_(other.scanner_) {}

template <class T>
void VectorSpace<T>::admit(std::span<T> row) const {
    metric_ == VectorMetric::mixed ? require_not_infinite<T>(row) : require_finite<T>(row);
    if (metric_ == VectorMetric::cosine) to_direction(row);
}

template <class T>
Bytes VectorSpace<T>::record(std::size_t row) const {
    std::vector<T> values(rows_.width());
    rows_.get(row, values);
    return bytes_of<T>(std::span(values).first(width_));
}

template <class T>
std::unique_ptr<Probe> VectorSpace<T>::probe(Record record) const {
    std::vector<T> query = numbers<T>(record, width_);
    query.resize(rows_.width());
    admit(query);
    return std::make_unique<RowProbe>(*this, std::move(query));
}

template <class T>
std::unique_ptr<Probe> VectorSpace<T>::probe_row(std::size_t row, const Space& source) const {
    std::vector<T> query(rows_.width());
    static_cast<const VectorSpace&>(source).rows_.get(row, query);
    return std::make_unique<RowProbe>(*this, std::move(query));
}

template <class T>
std::unique_ptr<Space> VectorSpace<T>::select(std::span<const std::uint32_t> rows) const {
    return std::unique_ptr<Space>(new VectorSpace(*this, rows_.select(rows)));
}

template <class T>
double VectorSpace<T>::distance(double reduced) const {
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
std::size_t VectorSpace<T>::grain() const {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    const std::size_t numbers_per_check = metric_ == VectorMetric::minkowski ? 256 : 4096;
    return std::clamp(numbers_per_check / rows_.width() / lanes * lanes, lanes, 16 * lanes);
}

template class VectorSpace<float>;
template class VectorSpace<double>;

}  // namespace bestsofar
