#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/nearest_remaining.hpp"
#include "exemplars/pointers.hpp"
#include "exemplars/vote_worth.hpp"
#include "tournament.hpp"

namespace bestsofar {

/// Every row votes for its nearest remaining neighbour. The worst is the row whose votes are worth least, among equals
/// the one nearest to a remaining one of its class, then the lowest.
class Election {
public:
    static constexpr std::uint32_t none = NearestRemaining::none;

    /// Space and labels must outlive it.
    Election(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes)
        : labels_(labels),
          worth_of_vote_(n_classes),
          remaining_(space, labels),
          worth_(space.size()),
          voters_(space.size(), space.size()),
          worst_(cast_votes(), Worths{this}) {}
    Election(const Election&) = delete;
    Election& operator=(const Election&) = delete;

    [[nodiscard]] std::size_t size() const { return remaining_.size(); }
    [[nodiscard]] bool gone(std::uint32_t row) const { return remaining_.gone(row); }
    [[nodiscard]] std::uint32_t worst() const { return worst_.first(); }

    /// Those that had voted for it vote again.
    void remove(std::uint32_t row) {
        remove(row, [](std::uint32_t) { return true; });
    }
    /// Those that had voted for it vote again, if votes_on(voter).
    template <class VotesOn>
    void remove(std::uint32_t row, VotesOn votes_on) {
        worst_.remove(row);
        remaining_.remove(row, [this](std::uint32_t other) { worst_.update(other); });
        std::uint32_t last = none;  // one that many vote for in turn is looked at once
        const auto look_at = [this](std::uint32_t chosen) {
            if (chosen != none) worst_.update(chosen);
        };
        voters_.take(row, [&](std::uint32_t voter) {
            if (!votes_on(voter)) return;
            const std::uint32_t chosen = vote(voter);
            if (chosen != last) look_at(std::exchange(last, chosen));
        });
        look_at(last);
    }

    /// The nearest remaining neighbour of a row, or none.
    [[nodiscard]] std::uint32_t neighbor(std::uint32_t row) { return remaining_.neighbor(row); }
    /// Gives a row more votes, counts[c] of class c.
    void give(std::uint32_t row, std::span<const std::int64_t> counts) {
        for (std::uint32_t label = 0; label < counts.size(); ++label) {
            worth_[row] += counts[label] * worth_of_vote_(labels_[row] == label);
        }
        worst_.update(row);
    }

private:
    struct Worths {
        const Election* election;
        [[nodiscard]] auto key(std::uint32_t row) const { return election->key(row); }
    };

    [[nodiscard]] std::tuple<std::int64_t, double, std::uint32_t> key(std::uint32_t row) const {
        return {worth_[row], remaining_.redundancy(row), row};
    }

    /// All vote; returns how many they are.
    std::size_t cast_votes() {
        for (std::uint32_t row = 0; row < worth_.size(); ++row) vote(row);
        return worth_.size();
    }

    std::uint32_t vote(std::uint32_t voter) {
        const std::uint32_t chosen = remaining_.neighbor(voter);
        if (chosen == none) return none;
        worth_[chosen] += worth_of_vote_(labels_[chosen] == labels_[voter]);
        voters_.add(voter, chosen);
        return chosen;
    }

    std::span<const std::uint32_t> labels_;
    VoteWorth worth_of_vote_;
    NearestRemaining remaining_;
    std::vector<std::int64_t> worth_;
    Pointers voters_;
    Tournament<Worths> worst_;
};

}  // namespace bestsofar
