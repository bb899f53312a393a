#include "exemplars/simple_rank.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "exemplars/nearest_rows.hpp"
#include "exemplars/remaining.hpp"
#include "exemplars/tournament.hpp"

namespace bestsofar {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

// A row looks its neighbours up again only when all of these are gone.
constexpr std::size_t kept_neighbors = 16;
constexpr std::size_t kept_kin = 8;

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
    std::vector<std::uint32_t> first_, next_;
};

class SimpleRanker {
public:
    SimpleRanker(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes)
        : space_(space),
          labels_(labels),
          others_(static_cast<std::int64_t>(std::max<std::size_t>(n_classes, 2)) - 1),
          remaining_(space),
          neighbors_(space.size(), NearestRows(kept_neighbors)),
          kin_(space.size(), NearestRows(kept_kin)),
          worth_(space.size()),
          voters_(space.size()),
          cousins_(space.size()) {}

    std::vector<std::uint32_t> rank() {
        remaining_.look_from_all(*this);
        for (std::uint32_t row = 0; row < space_.size(); ++row) {
            vote(row);
            point_at_kin(row);
        }
        Tournament worst(space_.size(), [this](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        std::vector<std::uint32_t> order(space_.size());
        for (std::size_t place = space_.size(); place-- > 0;) {
            order[place] = worst.first();
            remove(order[place], worst);
        }
        return order;
    }

    /// Rows that are gone still vote, but need no kin.
    [[nodiscard]] double bound(std::uint32_t row) const {
        const double nearest = neighbors_[row].bound();
        return remaining_.gone(row) ? nearest : std::max(nearest, kin_[row].bound());
    }
    void offer(std::uint32_t row, const Hit& hit) {
        neighbors_[row].offer(hit);
        if (!remaining_.gone(row) && labels_[hit.row] == labels_[row]) kin_[row].offer(hit);
    }

private:
    using Key = std::tuple<std::int64_t, double, std::uint32_t>;

    [[nodiscard]] Key key(std::uint32_t row) const {
        const double redundancy =
            kin_[row].empty() ? std::numeric_limits<double>::infinity() : kin_[row].front().distance;
        return {worth_[row], redundancy, row};
    }

    template <class Referee>
    void remove(std::uint32_t row, Referee& worst) {
        remaining_.remove(row);
        worst.remove(row);
        voters_.take(row, [&](std::uint32_t voter) {
            const std::uint32_t chosen = vote(voter);
            if (chosen != none) worst.update(chosen);
        });
        cousins_.take(row, [&](std::uint32_t cousin) {
            if (remaining_.gone(cousin)) return;
            point_at_kin(cousin);
            worst.update(cousin);
        });
    }

    /// Gives the vote of `voter` to its nearest remaining neighbour and returns that, or none.
    std::uint32_t vote(std::uint32_t voter) {
        NearestRows& near = neighbors_[voter];
        skip_gone(voter, near);
        if (near.empty()) return none;
        const std::uint32_t chosen = near.front().row;
        // Times C - 1, so that ranks are whole numbers and equal ones are equal.
        worth_[chosen] += labels_[chosen] == labels_[voter] ? others_ : -2;
        voters_.add(voter, chosen);
        return chosen;
    }

    void point_at_kin(std::uint32_t row) {
        skip_gone(row, kin_[row]);
        if (!kin_[row].empty()) cousins_.add(row, kin_[row].front().row);
    }

    void skip_gone(std::uint32_t row, NearestRows& list) {
        const auto skip = [&] {
            while (!list.empty() && remaining_.gone(list.front().row)) list.pop();
        };
        skip();
        if (list.empty() && list.was_full()) {
            neighbors_[row].clear();
            kin_[row].clear();
            remaining_.look_from(row, *this);
            skip();
        }
    }

    const Space& space_;
    std::span<const std::uint32_t> labels_;
    std::int64_t others_;
    Remaining remaining_;
    std::vector<NearestRows> neighbors_, kin_;
    std::vector<std::int64_t> worth_;
    Pointers voters_, cousins_;
};

}  // namespace

std::vector<std::uint32_t> simple_rank(const Space& space, std::span<const std::uint32_t> labels,
                                       std::size_t n_classes) {
    return SimpleRanker(space, labels, n_classes).rank();
}

}  // namespace bestsofar
