#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bayes_tree/densities.hpp"
#include "bayes_tree/shape.hpp"

namespace bestsofar {

/// The density of an entry that has a shape, measured in bandwidths.
///
/// A feature of a block varies around its mean given those before it in the block. The variance that is left has the
/// kernels' added, or is never below it, as for features that vary alone.
class ShapedGaussian {
public:
    ShapedGaussian(const Shape& shape, std::span<const double> mean, std::span<const double> variance,
                   const BandwidthScale& scale);

    /// Of each row.
    [[nodiscard]] double weight() const { return weight_; }
    [[nodiscard]] double log_density(const BandwidthScale& scale, const double* point) const;
    [[nodiscard]] std::size_t nbytes() const;

private:
    struct CholeskyFactor {
        std::vector<std::uint32_t> features;
        std::vector<double> rows;  ///< of Cholesky's factor, in bandwidths, each one longer than the one before
    };

    void add(const Block& block, std::span<const double> ratios, bool adds_kernel_variance);

    double weight_;
    double offset_ = 0;
    std::vector<double> mean_;
    std::vector<double> inverse_;  ///< 1 / standard deviation of features that vary alone, 0 of the others
    std::vector<CholeskyFactor> factors_;
};

}  // namespace bestsofar
