#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/nearest_remaining.hpp"
#include "tournament.hpp"

namespace bestsofar {

/// Rows that point at a row, as linked lists through all of them: a row is in one list at a time.
class Pointers {
public:
    explicit Pointers(std::size_t rows) : first_(rows, none), next_(rows, none) {}

    void add(std::uint32_t from, std::uint32_t to) {
        next_[from] = first_[to];
        first_[to] = from;
    }
    /// Empties the list of `to` and calls visit for each row that was in it.
    template <class Visit>
    void take(std::uint32_t to, Visit visit) {
        for (std::uint32_t from = std::exchange(first_[to], none); from != none;) {
            const std::uint32_t following = next_[from];
            visit(from);
            from = following;
        }
    }

private:
    static constexpr std::uint32_t none = NearestRemaining::none;

    std::vector<std::uint32_t> first_, next_;
};

/// Every row votes for its nearest remaining neighbour: +1 for one of its class, -2 / (C - 1) for another. The worst is
/// the row whose votes are worth least, among equals the one nearest to a remaining one of its class, then the lowest.
class Election {
public:
    static constexpr std::uint32_t none = NearestRemaining::none;

    /// Space and labels must outlive it.
    Election(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes)
        : labels_(labels),
          others_(static_cast<std::int64_t>(std::max<std::size_t>(n_classes, 2)) - 1),
          remaining_(space, labels),
          worth_(space.size()),
          voters_(space.size()),
          pointing_kin_(space.size()),
          worst_(cast_votes(), Worths{this}) {}
    Election(const Election&) = delete;
    Election& operator=(const Election&) = delete;

    [[nodiscard]] std::size_t size() const { return remaining_.size(); }
    [[nodiscard]] bool gone(std::uint32_t row) const { return remaining_.gone(row); }
    [[nodiscard]] std::uint32_t worst() const { return worst_.first(); }

    /// Those that had voted for it vote again, if votes_on(voter).
    template <class VotesOn>
    void remove(std::uint32_t row, VotesOn votes_on) {
        remaining_.remove(row);
        worst_.remove(row);
        voters_.take(row, [&](std::uint32_t voter) {
            if (!votes_on(voter)) return;
            const std::uint32_t chosen = vote(voter);
            if (chosen != none) worst_.update(chosen);
        });
        pointing_kin_.take(row, [&](std::uint32_t one) {
            if (gone(one)) return;
            point_at_kin(one);
            worst_.update(one);
        });
    }

    /// The nearest remaining neighbour of a row, or none.
    [[nodiscard]] std::uint32_t neighbor(std::uint32_t row) { return remaining_.neighbor(row); }
    /// Gives a row more votes, counts[c] of class c.
    void give(std::uint32_t row, std::span<const std::int64_t> counts) {
        for (std::uint32_t label = 0; label < counts.size(); ++label) {
            worth_[row] += counts[label] * worth_of_vote(row, label);
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

    /// All vote; returns how many that are.
    std::size_t cast_votes() {
        for (std::uint32_t row = 0; row < worth_.size(); ++row) {
            vote(row);
            point_at_kin(row);
        }
        return worth_.size();
    }

    std::uint32_t vote(std::uint32_t voter) {
        const std::uint32_t chosen = remaining_.neighbor(voter);
        if (chosen == none) return none;
        worth_[chosen] += worth_of_vote(chosen, labels_[voter]);
        voters_.add(voter, chosen);
        return chosen;
    }

    // Times C - 1, so that ranks are whole numbers and equal ones are equal.
    [[nodiscard]] std::int64_t worth_of_vote(std::uint32_t chosen, std::uint32_t label) const {
        return labels_[chosen] == label ? others_ : -2;
    }

    void point_at_kin(std::uint32_t row) {
        const std::uint32_t kin = remaining_.kin(row);
        if (kin != none) pointing_kin_.add(row, kin);
    }

    std::span<const std::uint32_t> labels_;
    std::int64_t others_;
    NearestRemaining remaining_;
    std::vector<std::int64_t> worth_;
    Pointers voters_, pointing_kin_;
    Tournament<Worths> worst_;
};

}  // namespace bestsofar
