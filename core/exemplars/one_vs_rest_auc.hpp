#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exemplars/judges.hpp"

namespace bestsofar {

/// One class against the rest: the area under the ROC curve of the judges' posteriors, by the statistic of Wilcoxon,
/// Mann and Whitney. A pair of a positive and a negative judge in the right order counts two, a tie one.
class OneVsRestAuc {
public:
    /// Judges must outlive it.
    OneVsRestAuc(const Judges& judges, std::uint32_t label);

    /// Sorts the judges again after a change of their scores.
    void sort_scores();
    /// What their order is worth, a whole number: the area times 2^41. Zero without a positive or without a negative
    /// judge.
    [[nodiscard]] std::int64_t worth() const { return weight_ * half_wins(line_); }
    /// What it would be worth without a candidate.
    [[nodiscard]] std::int64_t worth_without(std::size_t candidate);

    /// Whether a judge's pairs can only be won, rather than lost, when candidates of class `leaving` go.
    [[nodiscard]] bool gains(std::size_t judge, std::uint32_t leaving) const {
        return (judges_.label(judge) == label_) != (leaving == label_);
    }
    /// Adds to the account of every candidate of class `leaving` the change in worth if it went and this judge alone
    /// noticed.
    void add_gains(std::size_t judge, std::uint32_t leaving, std::span<std::int64_t> accounts) const;

private:
    struct Place {
        double score;
        std::uint32_t judge;
        std::uint32_t positive;  ///< 1 or 0
    };
    using Line = std::vector<Place>;

    void sort_into(const double* scores, Line& line) const;
    [[nodiscard]] static std::int64_t half_wins(const Line& line);
    /// The scores of those that a judge makes pairs with, turned round like lowered_score().
    [[nodiscard]] std::span<const double> rivals(std::size_t judge, std::uint32_t leaving) const;
    /// A judge's score with some units of class `leaving` gone. Without its own class a score falls, without another it
    /// rises; there all scores are negated, so that it falls.
    [[nodiscard]] double lowered_score(std::size_t judge, std::uint32_t leaving, double units) const;

    const Judges& judges_;
    std::uint32_t label_;
    std::int64_t weight_;
    Line line_, moved_;  ///< lowest score first
    std::vector<double> scores_;
    std::vector<double> up_[2], down_[2];  ///< scores of negative and positive judges, lowest first; negated likewise
};

}  // namespace bestsofar
