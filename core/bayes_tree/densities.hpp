#pragma once

#include <span>
#include <vector>

#include "bayes_tree/node.hpp"
#include "bayes_tree/siblings.hpp"

namespace bestsofar {

/// Measures in bandwidths, as kernels do. A feature of bandwidth 0 is constant, the same to all entries, and left out.
class BandwidthScale {
public:
    /// `adds_kernel_variance`: to the variances of groups; otherwise these are only never below that of a kernel.
    BandwidthScale(std::span<const double> bandwidths, bool adds_kernel_variance);

    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] bool adds_kernel_variance() const { return adds_kernel_variance_; }
    /// 1 / bandwidth, or 0; filled up with zeros to whole vectors.
    [[nodiscard]] const double* inverse() const { return inverse_.data(); }
    [[nodiscard]] const double* inverse_squared() const { return inverse_squared_.data(); }
    [[nodiscard]] std::size_t nbytes() const { return 2 * inverse_.size() * sizeof(double); }

    /// A row as numbers that densities take.
    template <class T>
    [[nodiscard]] std::vector<double> point(std::span<const T> row) const;

private:
    std::size_t width_;
    bool adds_kernel_variance_;
    std::vector<double> inverse_;
    std::vector<double> inverse_squared_;
};

/// The log density of every entry of a node at a point, groups first; 0 is that of a kernel at its centre. Up to three
/// numbers after them are written, too.
void log_densities(const ReadNode<float>& node, const BandwidthScale& scale, const double* point, double* logs);
void log_densities(const ReadNode<double>& node, const BandwidthScale& scale, const double* point, double* logs);

/// Fills in what a query sees of a node from a point: all but the shares.
void see(const ReadNode<float>& node, const BandwidthScale& scale, const double* point, Siblings& siblings);
void see(const ReadNode<double>& node, const BandwidthScale& scale, const double* point, Siblings& siblings);

}  // namespace bestsofar
