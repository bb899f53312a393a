#pragma once

#include <span>
#include <vector>

#include "bayes_tree/node.hpp"
#include "bayes_tree/siblings.hpp"

namespace bestsofar {

/// How kernels measure: in bandwidths. A feature of bandwidth 0 is constant, the same to all entries, and left out.
class Ruler {
public:
    /// `widen`: a group's variance has the kernels' added, and is not only never below it.
    Ruler(std::span<const double> bandwidths, bool widen);

    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] bool widen() const { return widen_; }
    /// 1 / bandwidth, or 0; filled up with zeros to a whole number of vectors.
    [[nodiscard]] const double* per() const { return per_.data(); }
    [[nodiscard]] const double* per_squared() const { return per_squared_.data(); }
    [[nodiscard]] std::size_t nbytes() const { return 2 * per_.size() * sizeof(double); }

    /// A row as numbers that densities take.
    template <class T>
    [[nodiscard]] std::vector<double> point(std::span<const T> row) const;

private:
    std::size_t width_;
    bool widen_;
    std::vector<double> per_;
    std::vector<double> per_squared_;
};

/// The log density of every entry of a node at a point, groups first; 0 is that of a kernel at its centre. Up to three
/// numbers after them are written, too.
void log_densities(const ReadNode<float>& node, const Ruler& ruler, const double* point, double* logs);
void log_densities(const ReadNode<double>& node, const Ruler& ruler, const double* point, double* logs);

/// What there is to be seen of a node from a point: all but the shares.
void see(const ReadNode<float>& node, const Ruler& ruler, const double* point, Siblings& siblings);
void see(const ReadNode<double>& node, const Ruler& ruler, const double* point, Siblings& siblings);

}  // namespace bestsofar
