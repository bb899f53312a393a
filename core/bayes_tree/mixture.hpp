#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bestsofar {

/// Rows of one group, less their mean.
class CentredRows {
public:
    /// `scale`: what each feature is multiplied by, so that all can be compared.
    template <class T>
    CentredRows(std::span<const T> table, std::span<const double> scale, std::span<const std::uint32_t> rows);

    [[nodiscard]] std::size_t size() const { return size_; }
    /// In whole vectors; what comes after the features is 0.
    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] const double* row(std::size_t i) const { return values_.data() + i * width_; }
    [[nodiscard]] const std::vector<double>& variance() const { return variance_; }

private:
    std::size_t size_;
    std::size_t width_;
    std::vector<double> values_;
    std::vector<double> variance_;
};

/// The part of each row, of at most `most` parts, by a mixture of Gaussians with diagonal covariances.
///
/// Initial parts: the one with the largest sum of squared deviations is cut at the mean of the feature that has most of
/// it, until there are enough. EM continues from their moments, with variances of at least a tenth of the group's,
/// until the mean log-likelihood rises by less than a thousandth, for at most twenty rounds. In the end a row belongs
/// to the component that it most likely came from. Ties: the first.
[[nodiscard]] std::vector<std::uint32_t> mixture_parts(const CentredRows& rows, std::size_t most, std::size_t workers);

}  // namespace bestsofar
