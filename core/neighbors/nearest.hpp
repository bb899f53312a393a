#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "scan/neighbor.hpp"

namespace bestsofar {

/// The k nearest exemplars so far, their vote, and the nearest exemplar of any class that has no vote: the rival.
///
/// The rival is kept only while all k are of one class; otherwise the list itself holds a nearer one.
class Nearest {
public:
    Nearest(std::size_t k, std::size_t n_classes) : k_(k), votes_(n_classes) { list_.reserve(k + 1); }

    /// A distance of this size or more changes nothing.
    [[nodiscard]] double bound() const {
        if (list_.size() < k_) return infinity;
        const bool wants_rival = votes_.size() > 1 && unanimous() && rival_.distance > list_.back().distance;
        return wants_rival ? rival_.distance : list_.back().distance;
    }

    /// Candidates come in the order of their places, so among equal distances the earlier one stays ahead.
    void offer(const Neighbor& candidate);

    /// The class with most votes; of several, the one that is nearest.
    [[nodiscard]] std::uint32_t label() const { return label_; }
    [[nodiscard]] const std::vector<Neighbor>& list() const { return list_; }
    [[nodiscard]] const std::vector<std::uint32_t>& votes() const { return votes_; }
    [[nodiscard]] const Neighbor& rival() const { return rival_; }

    /// Continues where another one was left, with its list and rival.
    void restore(std::vector<Neighbor> list, const Neighbor& rival);

    /// The nearest of the winning class, and the nearest of any other (infinitely far: none seen).
    [[nodiscard]] double own_distance() const;
    [[nodiscard]] double other_distance() const;

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    [[nodiscard]] bool unanimous() const { return votes_[label_] == list_.size(); }
    void elect();

    std::size_t k_;
    std::vector<Neighbor> list_;
    std::vector<std::uint32_t> votes_;
    std::uint32_t label_ = 0;
    Neighbor rival_{infinity, 0, 0};
};

}  // namespace bestsofar
