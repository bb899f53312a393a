#pragma once

#include <span>
#include <vector>

#include "lazy_tree/search.hpp"

namespace bestsofar {

/// What the vote of an exemplar weighs; by default, all weigh the same.
struct VoteRule {
    bool by_count = false;     ///< as much as it has records
    bool by_distance = false;  ///< one over its distance
    double half_life = 0;      ///< half after this time without a record; 0: time does not matter
};

/// Each exemplar votes with its class distribution. Keeps its memory from vote to vote.
class Vote {
public:
    Vote(const VoteRule& rule, std::size_t n_classes) : rule_(rule), shares_(n_classes) {}

    /// `neighbors`: nearest first, at least one.
    template <class T>
    void count(std::span<const Found> neighbors, const Nodes<T>& nodes, const VectorMeasure<T>& measure, double now);

    /// The class with most votes; of several, the one that got its first vote first.
    [[nodiscard]] std::uint32_t label() const { return label_; }
    /// Of all classes; they sum to one, and where a tie was decided the largest tells which class won.
    [[nodiscard]] std::vector<double> shares() const;
    [[nodiscard]] std::size_t heap_bytes() const { return allocated(shares_) + allocated(heard_); }

private:
    [[nodiscard]] double weight(const Exemplar& exemplar, double distance, double now) const;
    void add(std::uint32_t label, double votes);

    VoteRule rule_;
    std::vector<double> shares_;
    std::vector<std::uint32_t> heard_;  ///< classes, in the order of their first votes
    double all_ = 0;
    std::uint32_t label_ = 0;
};

}  // namespace bestsofar
