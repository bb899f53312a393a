#include "bayes_tree/shaped_gaussian.hpp"

#include <algorithm>
#include <cmath>

#include "simd/math.hpp"

namespace bestsofar {

namespace {

/// A variance in kernels, as it counts.
double kept(double ratio, bool adds_kernel_variance) {
    return adds_kernel_variance ? std::max(ratio, 0.0) + 1 : std::max(ratio, 1.0);
}

std::vector<double> padded(std::span<const double> values) {
    std::vector<double> all(whole_vectors(values.size()));
    std::ranges::copy(values, all.begin());
    return all;
}

BESTSOFAR_CLONES double squares(const double* point, const double* mean, const double* inverse, std::size_t count) {
    Doubles sum{};
    for (std::size_t i = 0; i < count; i += doubles_at_once) {
        const Doubles gap = (load(point + i) - load(mean + i)) * load(inverse + i);
        sum += gap * gap;
    }
    return total(sum);
}

}  // namespace

ShapedGaussian::ShapedGaussian(const Shape& shape, std::span<const double> mean, std::span<const double> variance,
                               const BandwidthScale& scale)
    : weight_(shape.weight), mean_(padded(shape.mean.empty() ? mean : shape.mean)), inverse_(mean_.size()) {
    std::vector<double> ratios(mean.size());
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        const double inverse = scale.inverse()[i];
        ratios[i] = (shape.variance.empty() ? variance[i] : shape.variance[i]) * inverse * inverse;
        inverse_[i] = inverse / std::sqrt(kept(ratios[i], scale.adds_kernel_variance()));
    }
    for (const Block& block : shape.blocks) {
        for (const std::uint32_t feature : block.features) inverse_[feature] = 0;
        add(block, ratios, scale.adds_kernel_variance());
    }
    for (std::size_t i = 0; i < ratios.size(); ++i) {
        if (inverse_[i] > 0) offset_ -= std::log(kept(ratios[i], scale.adds_kernel_variance())) / 2;
    }
}

void ShapedGaussian::add(const Block& block, std::span<const double> ratios, bool adds_kernel_variance) {
    std::vector<double> rows;
    for (std::size_t i = 0; i < block.features.size(); ++i) {
        const std::size_t begin = rows.size();
        const double spread = std::sqrt(ratios[block.features[i]]);
        double left = ratios[block.features[i]];
        for (std::size_t j = 0, row = 0; j < i; row += ++j) {
            double value = block.correlation(i, j) * spread * std::sqrt(ratios[block.features[j]]);
            for (std::size_t k = 0; k < j; ++k) value -= rows[row + k] * rows[begin + k];
            rows.push_back(value / rows[row + j]);
            left -= rows.back() * rows.back();
        }
        left = kept(left, adds_kernel_variance);
        offset_ -= std::log(left) / 2;
        rows.push_back(std::sqrt(left));
    }
    factors_.push_back({block.features, std::move(rows)});
}

double ShapedGaussian::log_density(const BandwidthScale& scale, const double* point) const {
    double sum = squares(point, mean_.data(), inverse_.data(), mean_.size());
    std::vector<double> gaps(factors_.empty() ? 0 : scale.width());
    for (const CholeskyFactor& factor : factors_) {
        const double* row = factor.rows.data();
        for (std::size_t i = 0; i < factor.features.size(); row += ++i) {
            const std::uint32_t feature = factor.features[i];
            double gap = (point[feature] - mean_[feature]) * scale.inverse()[feature];
            for (std::size_t j = 0; j < i; ++j) gap -= row[j] * gaps[j];
            gaps[i] = gap / row[i];
            sum += gaps[i] * gaps[i];
        }
    }
    return offset_ - sum / 2;
}

std::size_t ShapedGaussian::nbytes() const {
    std::size_t numbers = mean_.size() + inverse_.size(), features = 0;
    for (const CholeskyFactor& factor : factors_) {
        numbers += factor.rows.size();
        features += factor.features.size();
    }
    return sizeof(ShapedGaussian) + factors_.size() * sizeof(CholeskyFactor) + numbers * sizeof(double) +
           features * sizeof(std::uint32_t);
}

}  // namespace bestsofar
