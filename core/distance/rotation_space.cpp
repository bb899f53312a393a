#include "distance/rotation_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "distance/blocks.hpp"
#include "distance/record_values.hpp"
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
Spectrum spectrum_of(const Waves& waves, std::span<const T> outline) {
    return waves.spectrum(std::vector<float>(outline.begin(), outline.end()));
}

/// An outline that is turned against rows, one way round.
template <class T>
class Turning {
public:
    Turning(const Waves& waves, std::span<const T> outline)
        : waves_(waves),
          twice_(two_times_over(outline)),
          spectrum_(spectrum_of(waves, outline)),
          squares_(std::inner_product(outline.begin(), outline.end(), outline.begin(), 0.0)),
          common_(waves.blocks() * lanes),
          peaks_(waves.blocks()) {}

    /// Whether the row is at or beyond `bound` at every rotation.
    [[nodiscard]] bool surely_beyond(const Spectrum& row, double bound) const {
        return surely(size_distance(spectrum_, row), bound);
    }

    /// The least squared distance to the row at any rotation, or any number not below `bound`.
    [[nodiscard]] T measure(std::span<const T> row, const Spectrum& spectrum, T bound) const {
        std::ranges::fill(common_, 0.0f);
        std::size_t promising = 0;
        float energy = 0;
        for (const auto& [from, to] :
             {std::pair(std::size_t{0}, coarse_terms), std::pair(coarse_terms, spectrum_terms)}) {
            waves_.turn(spectrum, spectrum_, from, to, common_, peaks_);
            energy = spectrum.energy(to) + spectrum_.energy(to);
            promising = static_cast<std::size_t>(std::ranges::max_element(peaks_) - peaks_.begin());
            if (surely(energy - 2 * peaks_[promising], bound)) return bound;
        }
        // The most promising rotations first, so that most others are beyond them.
        T best = std::min(bound, rotate(row, twice_.data(), promising * lanes, bound));
        for (std::size_t block = 0; block < peaks_.size(); ++block) {
            if (block == promising || surely(energy - 2 * peaks_[block], best)) continue;
            best = std::min(best, rotate(row, twice_.data(), block * lanes, best));
        }
        return best;
    }

private:
    static constexpr std::size_t lanes = Blocks<T>::lanes;

    /// The spectra are rounded: their distance must pass the bound by more than that.
    [[nodiscard]] bool surely(double apart, double bound) const {
        constexpr double rounding = 1e-5;
        return apart - rounding * (squares_ + apart + bound) > bound;
    }

    const Waves& waves_;
    std::vector<T> twice_;
    Spectrum spectrum_;
    double squares_;
    mutable std::vector<float> common_, peaks_;
};

}  // namespace

template <class T>
class RotationSpace<T>::OutlineProbe final : public Probe {
public:
    OutlineProbe(const RotationSpace& space, std::span<const T> outline) : space_(space) {
        ways_.emplace_back(*space.waves_, outline);
        const std::vector<T> mirrored(outline.rbegin(), outline.rend());
        if (space.mirror_) ways_.emplace_back(*space.waves_, mirrored);
    }

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        std::size_t found = 0;
        const T limit = bound_of<T>(bound);
        for (std::size_t row = first; row < first + count; ++row) {
            const Spectrum& spectrum = space_.spectra_[row];
            if (ways_[0].surely_beyond(spectrum, bound)) continue;  // a mirror image has the same sizes
            T distance = limit;
            for (const Turning<T>& way : ways_) distance = way.measure(space_.row(row), spectrum, distance);
            distance = std::min(distance, std::numeric_limits<T>::max());
            if (distance < limit) hits[found++] = {distance, static_cast<std::uint32_t>(row)};
        }
        return found;
    }

private:
    const RotationSpace& space_;
    std::vector<Turning<T>> ways_;
};

template <class T>
RotationSpace<T>::RotationSpace(std::span<const T> rows, std::size_t length, bool mirror)
    : length_(length), mirror_(mirror), rows_(rows.begin(), rows.end()), waves_(std::make_shared<const Waves>(length)) {
    require_measurable(rows);
    spectra_.reserve(size());
    for (std::size_t i = 0; i < size(); ++i) spectra_.push_back(spectrum_of(*waves_, row(i)));
}

template <class T>
RotationSpace<T>::RotationSpace(const RotationSpace& other, std::span<const std::uint32_t> rows)
    : length_(other.length_), mirror_(other.mirror_), waves_(other.waves_) {
    rows_.reserve(rows.size() * length_);
    spectra_.reserve(rows.size());
    for (const std::uint32_t index : rows) {
        const auto values = other.row(index);
        rows_.insert(rows_.end(), values.begin(), values.end());
        spectra_.push_back(other.spectra_[index]);
    }
}

template <class T>
Bytes RotationSpace<T>::record(std::size_t index) const {
    return bytes_of(row(index));
}

template <class T>
std::unique_ptr<Probe> RotationSpace<T>::probe(Record record) const {
    const std::vector<T> outline = numbers<T>(record, length_);
    require_measurable<T>(outline);
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
