#pragma once

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "distance/blocks.hpp"
#include "distance/space.hpp"
#include "distance/vector_scan.hpp"

namespace bestsofar {

/// The distances that are sums over the features of a row.
enum class VectorMetric : std::uint8_t { euclidean, manhattan, minkowski, hamming, cosine, mixed };

struct VectorMetricParams {
    VectorMetric metric = VectorMetric::euclidean;
    double power = 2;  ///< minkowski
    /// What differences are multiplied by, feature by feature; empty: they stay as they are. Of mixed: 1 / range, and
    /// huge for a category. Hamming and cosine do not use it.
    std::vector<double> scale{};
};

/// One of these distances, whatever keeps the rows. Distances are reduced, as those of a Space.
template <class T>
class VectorMeasure {
public:
    VectorMeasure(std::size_t width, const VectorMetricParams& params);

    [[nodiscard]] VectorMetric metric() const { return metric_; }
    [[nodiscard]] std::size_t width() const { return width_; }
    /// Of the rows as they are kept: those of cosine are one wider.
    [[nodiscard]] std::size_t row_width() const { return metric_ == VectorMetric::cosine ? width_ + 1 : width_; }
    [[nodiscard]] const std::vector<T>& scale() const { return scale_; }
    /// As many numbers as there are now; rows that were measured must be measured again.
    void rescale(std::vector<T> scale) { scale_ = std::move(scale); }
    [[nodiscard]] std::size_t nbytes() const { return scale_.size() * sizeof(T); }

    /// Makes a row of `row_width` ready to be kept or asked for. Throws InvalidRecord for a number without a rule.
    void admit(std::span<T> row) const;

    /// As Probe::scan, of an admitted query.
    std::size_t scan(const Blocks<T>& rows, const T* query, std::size_t first, std::size_t count, T bound,
                     Hit* hits) const {
        return scanner_({rows, query, scale_.data(), power_, first, count, bound}, hits);
    }

    [[nodiscard]] double distance(double reduced) const {
        return metric_ == VectorMetric::euclidean ? std::sqrt(reduced) : other_distance(reduced);
    }
    /// Whether it is Euclid's and nothing is scaled.
    [[nodiscard]] bool plain() const { return metric_ == VectorMetric::euclidean && scale_.empty(); }
    [[nodiscard]] bool squared() const { return metric_ == VectorMetric::euclidean || metric_ == VectorMetric::mixed; }
    /// The reduced distance of a distance, as far as rounding allows.
    [[nodiscard]] double reduced(double distance) const;

private:
    [[nodiscard]] double other_distance(double reduced) const;

    VectorMetric metric_;
    T power_;
    std::vector<T> scale_;
    std::size_t width_;
    VectorScanner<T> scanner_;
};

}  // namespace bestsofar
