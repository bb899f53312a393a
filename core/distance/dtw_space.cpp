#include "distance/dtw_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "distance/dtw_scan.hpp"
#include "distance/record_values.hpp"

namespace bestsofar {

/// Sifts the rows by the lower bound, packs those that are left sixteen to a block again, and warps these together.
template <class T>
class DtwSpace<T>::SeriesProbe final : public Probe {
public:
    SeriesProbe(const DtwSpace& space, std::vector<T> series)
        : space_(space),
          series_(std::move(series)),
          packed_(lanes, series_.size()),
          scratch_(2 * (series_.size() + 2)) {
        for (std::size_t place = 0; place < series_.size(); ++place) {
            const auto from = series_.begin() + static_cast<std::ptrdiff_t>(place - std::min(place, space_.radius_));
            const auto to =
                series_.begin() + static_cast<std::ptrdiff_t>(std::min(place + space_.radius_ + 1, series_.size()));
            const auto [lowest, highest] = std::minmax_element(from, to);
            lowest_.push_back(*lowest);
            highest_.push_back(*highest);
        }
    }

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        const T limit = bound_of<T>(bound);
        Pack pack{limit, {}, 0, hits};
        const std::size_t last = first + count;
        for (std::size_t block = first / lanes; block * lanes < last; ++block) {
            const std::size_t from = std::max(first, block * lanes), to = std::min(last, (block + 1) * lanes);
            Lanes<T> sums;
            if (!warp_lower_bound(query(), space_.rows_.block(block), sure(limit), sums)) continue;
            for (std::size_t row = from; row < to; ++row) {
                if (!sums.below(row % lanes, sure(limit))) continue;
                add(pack, row);
                if (pack.size == lanes) measure(pack);
            }
        }
        measure(pack);
        return static_cast<std::size_t>(pack.hits - hits);
    }

private:
    static constexpr std::size_t lanes = Blocks<T>::lanes;

    struct Pack {
        T bound;
        std::uint32_t rows[lanes];
        std::size_t size;
        Hit* hits;
    };

    [[nodiscard]] WarpQuery<T> query() const {
        return {series_.data(), highest_.data(), lowest_.data(), series_.size(), space_.radius_};
    }

    /// A lower bound is a sum that was rounded in another order: it must pass the bound by more than that.
    [[nodiscard]] T sure(T bound) const {
        return bound * (1 + 4 * static_cast<T>(series_.size()) * std::numeric_limits<T>::epsilon());
    }

    void add(Pack& pack, std::size_t row) const {
        packed_.copy_row(space_.rows_, row, pack.size);
        pack.rows[pack.size++] = static_cast<std::uint32_t>(row);
    }

    void measure(Pack& pack) const {
        Lanes<T> sums;
        if (pack.size > 0 && warp(query(), packed_.block(0), pack.bound, scratch_.data(), sums)) {
            for (std::size_t lane = 0; lane < pack.size; ++lane) {
                constexpr T largest = std::numeric_limits<T>::max();
                const T distance = sums[lane] < largest ? sums[lane] : largest;
                if (distance < pack.bound) *pack.hits++ = {distance, pack.rows[lane]};
            }
        }
        pack.size = 0;
    }

    const DtwSpace& space_;
    std::vector<T> series_, highest_, lowest_;
    mutable Blocks<T> packed_;
    mutable std::vector<Lanes<T>> scratch_;
};

template <class T>
DtwSpace<T>::DtwSpace(std::span<const T> rows, std::size_t length, std::size_t radius)
    : rows_(rows.size() / length, length), radius_(radius) {
    require_measurable(rows);
    for (std::size_t row = 0; row < rows_.rows(); ++row) rows_.set(row, rows.subspan(row * length, length));
}

template <class T>
Bytes DtwSpace<T>::record(std::size_t row) const {
    std::vector<T> values(rows_.width());
    rows_.get(row, values);
    return bytes_of<T>(values);
}

template <class T>
std::unique_ptr<Probe> DtwSpace<T>::probe(Record record) const {
    std::vector<T> series = numbers<T>(record, rows_.width());
    require_measurable<T>(series);
    return std::make_unique<SeriesProbe>(*this, std::move(series));
}

template <class T>
std::unique_ptr<Probe> DtwSpace<T>::probe_row(std::size_t row, const Space& source) const {
    std::vector<T> series(rows_.width());
    static_cast<const DtwSpace&>(source).rows_.get(row, series);
    return std::make_unique<SeriesProbe>(*this, std::move(series));
}

template <class T>
std::unique_ptr<Space> DtwSpace<T>::select(std::span<const std::uint32_t> rows) const {
    return std::unique_ptr<Space>(new DtwSpace(rows_.select(rows), radius_));
}

template <class T>
double DtwSpace<T>::distance(double reduced) const {
    return std::sqrt(reduced);
}

template <class T>
std::size_t DtwSpace<T>::grain() const {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    const std::size_t cells = rows_.width() * (2 * radius_ + 1);
    // Three packs for a series of 128 with a band of a tenth: tens of microseconds if nothing can be sifted out.
    return std::clamp((std::size_t{1} << 17) / cells / lanes * lanes, lanes, 16 * lanes);
}

template class DtwSpace<float>;
template class DtwSpace<double>;

}  // namespace bestsofar
