#include "distance/vector_space.hpp"

#include <algorithm>
#include <stdexcept>

#include "distance/record_values.hpp"

namespace bestsofar {

template <class T>
class VectorSpace<T>::RowProbe final : public Probe {
public:
    RowProbe(const VectorSpace& space, std::vector<T> query) : space_(space), query_(std::move(query)) {}

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        return space_.measure_.scan(space_.rows_, query_.data(), first, count, bound_of<T>(bound), hits);
    }

    void measure(std::size_t first, std::size_t count, double* distances) const override {
        if (!space_.measure_.plain()) return Probe::measure(first, count, distances);
        measure_squared({space_.rows_, query_.data(), nullptr, 0, first, count, 0}, distances);
    }

private:
    const VectorSpace& space_;
    std::vector<T> query_;
};

template <class T>
VectorSpace<T>::VectorSpace(Blocks<T> rows, const VectorMeasure<T>& measure)
    : measure_(measure), rows_(std::move(rows)) {
    const bool scaled = measure_.metric() == VectorMetric::mixed || !measure_.scale().empty();
    if (rows_.width() != measure_.row_width() || (scaled && measure_.scale().size() != measure_.width())) {
        throw std::invalid_argument("rows of another width");
    }
}

template <class T>
VectorSpace<T>::VectorSpace(Blocks<T> rows, std::size_t width, const VectorMetricParams& params)
    : VectorSpace(std::move(rows), VectorMeasure<T>(width, params)) {}

template <class T>
VectorSpace<T>::VectorSpace(std::span<const T> rows, std::size_t width, const VectorMetricParams& params)
    : measure_(width, params), rows_(rows.size() / width, measure_.row_width()) {
    std::vector<T> row(rows_.width());
    for (std::size_t i = 0; i < rows_.rows(); ++i) {
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i * width), width, row.begin());
        if (row.size() > width) row.back() = 0;
        measure_.admit(row);
        rows_.set(i, row);
    }
}

template <class T>
Bytes VectorSpace<T>::record(std::size_t row) const {
    std::vector<T> values(rows_.width());
    rows_.get(row, values);
    return bytes_of<T>(std::span(values).first(measure_.width()));
}

template <class T>
std::unique_ptr<Probe> VectorSpace<T>::probe(Record record) const {
    std::vector<T> query = numbers<T>(record, measure_.width());
    query.resize(rows_.width());
    measure_.admit(query);
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
    return std::unique_ptr<Space>(new VectorSpace(rows_.select(rows), measure_));
}

template <class T>
std::size_t VectorSpace<T>::rows_per_look() const {
    return (measure_.metric() == VectorMetric::minkowski ? 256 : 8192) / rows_.width();
}

template <class T>
std::size_t VectorSpace<T>::grain() const {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    return std::clamp(rows_per_look() / lanes * lanes, lanes, 16 * lanes);
}

template <class T>
Pace VectorSpace<T>::pace() const {
    return rows_per_look() >= Blocks<T>::lanes ? Pace::even : Pace::uneven;
}

template class VectorSpace<float>;
template class VectorSpace<double>;

}  // namespace bestsofar
