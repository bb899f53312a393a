#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// What a candidate's kernel adds to the mass of a judge.
struct Share {
    float units;
    std::uint32_t candidate;
};

/// The validation rows of ABEL, which judge the others, the candidates, by the posteriors these give them.
///
/// Kernels are whole numbers, the nearest candidate's 2^24, so that sums do not depend on the order of adding and equal
/// scores are equal. A judge with less than 2^12 of its mass left counts it again, by what is nearest then.
class Judges {
public:
    /// Candidates are the rows of `space` that are not in `validation`, in their order. The space must outlive it.
    /// `list_own_class`: whether there are lists of a judge's own class, which take as much memory as all others.
    Judges(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
           std::span<const std::uint32_t> validation, bool list_own_class);

    [[nodiscard]] std::size_t size() const { return labels_.size(); }
    [[nodiscard]] std::size_t candidates() const { return rows_.size(); }
    [[nodiscard]] std::size_t left() const { return left_; }
    [[nodiscard]] std::size_t n_classes() const { return n_classes_; }
    [[nodiscard]] std::uint32_t label(std::size_t judge) const { return labels_[judge]; }
    [[nodiscard]] std::uint32_t row(std::size_t candidate) const { return rows_[candidate]; }
    [[nodiscard]] bool gone(std::size_t candidate) const { return gone_[candidate] != 0; }

    /// Counts all kernels, of this scale from now on.
    void count(double scale);
    /// Takes a candidate away.
    void remove(std::size_t candidate);

    /// The posterior of class `label`.
    [[nodiscard]] double score(std::size_t judge, std::uint32_t label) const {
        return posterior(sums(label)[judge], mass_[judge]);
    }
    /// The same with `units` of the mass gone, `of_label` of them from that class.
    [[nodiscard]] double score_without(std::size_t judge, std::uint32_t label, double units, double of_label) const {
        return posterior(sums(label)[judge] - of_label, mass_[judge] - units);
    }
    /// The posteriors of class `label` for all judges without a candidate. `scores` has room for them as whole vectors.
    void scores_without(std::size_t candidate, std::uint32_t label, double* scores) const;
    /// The candidates of class `label` that reach a judge, nearest first, and some that are gone.
    [[nodiscard]] std::span<const Share> shares(std::size_t judge, std::uint32_t label) const {
        return shares_[judge * n_classes_ + label];
    }

private:
    void count(std::size_t judge, std::vector<double>& distances);
    void list(std::size_t judge, std::uint32_t candidate, float units);
    void forget_the_gone();
    [[nodiscard]] double posterior(double part, double mass) const { return mass > 0 ? part / mass : uniform_; }
    [[nodiscard]] const double* sums(std::size_t label) const { return sums_.data() + label * stride_; }
    [[nodiscard]] const float* units(std::size_t candidate) const { return units_.data() + candidate * stride_; }

    const Space& space_;
    std::size_t n_classes_;
    bool list_own_class_;
    double uniform_;
    std::vector<std::uint32_t> judges_, labels_;
    std::vector<std::uint32_t> rows_, candidate_labels_;
    std::unique_ptr<const Space> candidates_;
    std::vector<unsigned char> gone_;
    std::size_t left_, listed_;  ///< candidates that remain; those in the lists
    std::size_t stride_;         ///< the judges, filled up with some that have no mass
    double scale_ = 0;
    std::vector<float> units_;                ///< by candidate and judge
    std::vector<double> sums_, mass_;         ///< by class and judge; by judge
    std::vector<std::vector<Share>> shares_;  ///< by judge and class
};

}  // namespace bestsofar
