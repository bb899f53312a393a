#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/nearest_remaining.hpp"
#include "exemplars/pointers.hpp"
#include "exemplars/vote_worth.hpp"
#include "tournament.hpp"

namespace bestsofar {

/// An election in which a vote is decisive if the next nearest neighbour would not be worth the same to the voter; it
/// then counts for what the voter would lose. Otherwise it is idle, and counts only once no more than a tenth of all
/// rows is left. The worst is the row whose votes count least; among equals one whose idle votes are worth nothing;
/// then the one nearest to a remaining one of its class, then the lowest.
class DecisiveElection {
public:
    /// Space and labels must outlive it.
    DecisiveElection(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes)
        : labels_(labels),
          worth_of_vote_(n_classes),
          remaining_(space, labels),
          ballots_(space.size()),
          tallies_(space.size()),
          voters_(2 * space.size(), space.size()),
          worst_(cast_votes(), Worths{this}) {}
    DecisiveElection(const DecisiveElection&) = delete;
    DecisiveElection& operator=(const DecisiveElection&) = delete;

    [[nodiscard]] std::uint32_t worst() const { return worst_.first(); }

    /// Those whose nearest or next nearest it was vote again.
    void remove(std::uint32_t row) {
        worst_.remove(row);
        remaining_.remove(row, [this](std::uint32_t other) { worst_.update(other); });
        voters_.take(row, [this](std::uint32_t hand) {
            const std::uint32_t voter = hand / 2;
            count(voter, -1);
            ballots_[voter] = remaining_.two_neighbors(voter);
            point(hand, ballots_[voter].next);
            count(voter, +1);
            if (ballots_[voter].nearest != none) worst_.update(ballots_[voter].nearest);
        });
        if (!few_are_left_ && 10 * remaining_.size() <= tallies_.size()) count_idle_votes();
    }

private:
    static constexpr std::uint32_t none = NearestRemaining::none;

    struct Tally {
        std::int64_t decisive = 0;  ///< what their voters would lose
        std::int64_t idle = 0;      ///< what they are worth
    };
    struct Worths {
        const DecisiveElection* election;
        [[nodiscard]] auto key(std::uint32_t row) const { return election->key(row); }
    };

    [[nodiscard]] std::tuple<std::int64_t, bool, double, std::uint32_t> key(std::uint32_t row) const {
        const auto [decisive, idle] = tallies_[row];
        return {few_are_left_ ? decisive + idle : decisive, idle > 0, remaining_.redundancy(row), row};
    }

    void count_idle_votes() {
        few_are_left_ = true;
        for (std::uint32_t row = 0; row < tallies_.size(); ++row) worst_.update(row);
    }

    /// All vote; returns how many they are.
    std::size_t cast_votes() {
        for (std::uint32_t voter = 0; voter < ballots_.size(); ++voter) {
            ballots_[voter] = remaining_.two_neighbors(voter);
            point(2 * voter, ballots_[voter].nearest);
            point(2 * voter + 1, ballots_[voter].next);
            count(voter, +1);
        }
        return ballots_.size();
    }

    // A voter points at its two nearest, with either hand at either: when one goes, that hand is free for the third.
    void point(std::uint32_t hand, std::uint32_t row) {
        if (row != none) voters_.add(hand, row);
    }

    void count(std::uint32_t voter, std::int64_t sign) {
        const auto [nearest, next] = ballots_[voter];
        if (nearest == none) return;
        const std::int64_t worth = worth_to(voter, nearest);
        const std::int64_t loss = next == none ? worth : worth - worth_to(voter, next);
        if (loss == 0) {
            tallies_[nearest].idle += sign * worth;
        } else {
            tallies_[nearest].decisive += sign * loss;
        }
    }

    [[nodiscard]] std::int64_t worth_to(std::uint32_t voter, std::uint32_t chosen) const {
        return worth_of_vote_(labels_[chosen] == labels_[voter]);
    }

    std::span<const std::uint32_t> labels_;
    VoteWorth worth_of_vote_;
    NearestRemaining remaining_;
    std::vector<NearestRemaining::Two> ballots_;
    std::vector<Tally> tallies_;
    Pointers voters_;
    bool few_are_left_ = false;
    Tournament<Worths> worst_;
};

}  // namespace bestsofar
