#include "distance/rotation_space.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "distance/blocks.hpp"
#include "distance/numbers.hpp"
#include "distance/rotation_scan.hpp"

namespace bestsofar {

namespace {

template <class T>
std::vector<T> two_times_over(std::span<const T> outline) {
    std::vector<T> twice(2 * outline.size() + Blocks<T>::lanes);
    for (std::size_t i = 0; i < twice.size(); ++i) twice[i] = outline[i % outline.size()];
    return twice;
}

template <class T>
void spectrum_of(std::span<const float> waves, std::span<const T> outline, std::span<float> sizes) {
    const std::vector<float> rounded(outline.begin(), outline.end());
    spectrum(waves, rounded, sizes);
}

template <class T>
double squares(std::span<const T> values) {
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

}  // namespace

template <class T>
class RotationSpace<T>::OutlineProbe final : public Probe {
public:
    OutlineProbe(const RotationSpace& space, std::span<const T> outline)
        : space_(space), twice_(two_times_over(outline)), spectrum_(spectrum_terms), squares_(squares(outline)) {
        spectrum_of(*space_.waves_, outline, spectrum_);
        if (space_.mirror_) {
            const std::vector<T> reversed(outline.rbegin(), outline.rend());
            mirrored_ = two_times_over<T>(reversed);
        }
    }

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        std::size_t found = 0;
        const T limit = bound_of<T>(bound);
        for (std::size_t row = first; row < first + count; ++row) {
            if (surely_beyond(row, bound)) continue;
            T distance = rotate(space_.row(row), twice_.data(), limit);
            if (space_.mirror_) distance = rotate(space_.row(row), mirrored_.data(), distance);
            distance = std::min(distance, std::numeric_limits<T>::max());
            if (distance < limit) hits[found++] = {distance, static_cast<std::uint32_t>(row)};
        }
        return found;
    }

private:
    /// The spectra are rounded: their distance must pass the bound by more than that.
    [[nodiscard]] bool surely_beyond(std::size_t row, double bound) const {
        constexpr double rounding = 1e-5;
        const float* const other = space_.spectra_.data() + row * spectrum_terms;
        const double apart = spectrum_distance(spectrum_.data(), other);
        return apart - rounding * (squares_ + apart) > bound;
    }

    const RotationSpace& space_;
    std::vector<T> twice_, mirrored_;
    std::vector<float> spectrum_;
    double squares_;
};

template <class T>
RotationSpace<T>::RotationSpace(std::span<const T> rows, std::size_t length, bool mirror)
    : length_(length),
      mirror_(mirror),
      rows_(rows.begin(), rows.end()),
      spectra_(rows.size() / length * spectrum_terms),
      waves_(std::make_shared<const std::vector<float>>(fourier_waves(length))) {
    require_finite(rows);
    for (std::size_t i = 0; i < size(); ++i) {
        spectrum_of(*waves_, row(i), std::span(spectra_).subspan(i * spectrum_terms, spectrum_terms));
    }
}

template <class T>
RotationSpace<T>::RotationSpace(const RotationSpace& other, std::span<const std::uint32_t> rows)
    : length_(other.length_), mirror_(other.mirror_), waves_(other.waves_) {
    for (const std::uint32_t index : rows) {
        const auto values = other.row(index);
        rows_.insert(rows_.end(), values.begin(), values.end());
        const auto sizes = std::span(other.spectra_).subspan(index * spectrum_terms, spectrum_terms);
        spectra_.insert(spectra_.end(), sizes.begin(), sizes.end());
    }
}

template <class T>
Bytes RotationSpace<T>::record(std::size_t index) const {
    return bytes_of(row(index));
}

template <class T>
std::unique_ptr<Probe> RotationSpace<T>::probe(Record record) const {
    const std::vector<T> outline = numbers<T>(record, length_);
    require_finite<T>(outline);
    return std::make_unique<OutlineProbe>(*this, outline);
}

template <class T>
std::unique_ptr<Probe> RotationSpace<T>::probe_row(std::size_t index, const Space& source) const {
    return std::make_unique<OutlineProbe>(*this, static_cast<const RotationSpace&>(source).row(index));
}

template <class T>
std::unique_ptr<Space> RotationSpace<T>::select(std::span<const std::uint32_t> rows) const {
    return std::unique_ptr<Space>(new RotationSpace(*this, rows));
}

template <class T>
double RotationSpace<T>::distance(double reduced) const {
    return std::sqrt(reduced);
}

template <class T>
std::size_t RotationSpace<T>::grain() const {
    return std::clamp<std::size_t>((std::size_t{1} << 18) / (length_ * length_), 1, 64);
}

template class RotationSpace<float>;
template class RotationSpace<double>;

}  // namespace bestsofar
