#include "exemplars/drop.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <set>
#include <utility>

#include "exemplars/nearest_rows.hpp"
#include "exemplars/remaining.hpp"
#include "exemplars/simple_rank.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
using Rows = std::vector<std::uint32_t>;

// A row looks its neighbours up again only when fewer than k + 1 of these are left.
constexpr std::size_t kept_neighbors = 16;

struct DropProblem {
    const Space& space;
    std::span<const std::uint32_t> labels;
    std::size_t n_classes;
    std::size_t k;
};

enum class Associates { remaining, all };

/// Takes rows away one by one, while all that may be associates know their k + 1 nearest of those that remain.
class Reducer {
public:
    Reducer(const DropProblem& problem, Associates associates)
        : labels_(problem.labels),
          k_(std::min(problem.k, problem.space.size())),
          who_(associates),
          remaining_(problem.space),
          neighbors_(problem.space.size(), NearestRows(std::max(kept_neighbors, 2 * (k_ + 1)))),
          associates_(problem.space.size()),
          votes_(problem.n_classes) {
        remaining_.look_from_all(*this);
        for (std::uint32_t row = 0; row < labels_.size(); ++row) {
            for (const Hit& hit : nearest(row, k_ + 1)) associates_[hit.row].push_back(row);
        }
    }

    [[nodiscard]] double bound(std::uint32_t row) const { return neighbors_[row].bound(); }
    void offer(std::uint32_t row, const Hit& hit) { neighbors_[row].offer(hit); }

    [[nodiscard]] bool misclassified(std::uint32_t row) {
        const std::uint32_t label = label_without(none, row);
        return label != none && label != labels_[row];
    }

    /// Whether at least as many associates are right without this row.
    [[nodiscard]] bool dispensable(std::uint32_t row) {
        int with = 0, without = 0;
        for (const std::uint32_t associate : associates_[row]) {
            if (!counts(associate)) continue;
            with += label_without(none, associate) == labels_[associate];
            without += label_without(row, associate) == labels_[associate];
        }
        return without >= with;
    }

    /// Removes those of the rows that `goes` picks when their turn comes; returns whether there were any.
    template <class Goes>
    bool visit(const Rows& rows, Goes goes) {
        const std::size_t before = removed_.size();
        for (const std::uint32_t row : rows) {
            if (remaining_.left() > 1 && !remaining_.gone(row) && goes(row)) remove(row);
        }
        return removed_.size() > before;
    }
    bool visit(const Rows& rows) {
        return visit(rows, [this](std::uint32_t row) { return dispensable(row); });
    }

    /// In the order of their removal.
    [[nodiscard]] const Rows& removed() const { return removed_; }

private:
    [[nodiscard]] bool counts(std::uint32_t row) const { return who_ == Associates::all || !remaining_.gone(row); }

    [[nodiscard]] std::span<const Hit> nearest(std::uint32_t row, std::size_t count) const {
        const std::span<const Hit> rows = neighbors_[row].rows();
        return rows.first(std::min(count, rows.size()));
    }

    /// The class with most votes among the k nearest other than `absent`; of several, the one that is nearest.
    [[nodiscard]] std::uint32_t label_without(std::uint32_t absent, std::uint32_t row) {
        voters_.clear();
        for (const Hit& hit : nearest(row, k_ + 1)) {
            if (hit.row != absent && voters_.size() < k_) voters_.push_back(labels_[hit.row]);
        }
        for (const std::uint32_t vote : voters_) ++votes_[vote];
        std::uint32_t label = none;
        for (const std::uint32_t vote : voters_) {
            if (label == none || votes_[vote] > votes_[label]) label = vote;
        }
        for (const std::uint32_t vote : voters_) votes_[vote] = 0;
        return label;
    }

    void remove(std::uint32_t row) {
        remaining_.remove(row);
        removed_.push_back(row);
        for (const std::uint32_t associate : std::exchange(associates_[row], {})) {
            if (counts(associate)) replace_neighbor(associate);
        }
    }

    /// After one of its k + 1 nearest has gone.
    void replace_neighbor(std::uint32_t row) {
        NearestRows& near = neighbors_[row];
        near.keep_in_front(k_ + 1, [this](std::uint32_t neighbor) { return remaining_.gone(neighbor); });
        if (near.rows().size() <= k_ && near.was_full()) {
            near.widen();
            near.clear();
            remaining_.look_from(row, *this);
        }
        if (near.rows().size() > k_) associates_[near.rows()[k_].row].push_back(row);
    }

    std::span<const std::uint32_t> labels_;
    std::size_t k_;
    Associates who_;
    Remaining remaining_;
    std::vector<NearestRows> neighbors_;
    std::vector<Rows> associates_;  ///< of each row: those that have it among the k + 1 nearest
    Rows removed_;
    Rows votes_;   ///< by class, while they are counted
    Rows voters_;  ///< the classes of those that vote
};

/// Distances to the nearest row of another class; infinitely far where there is none.
class Enemies {
public:
    explicit Enemies(const DropProblem& problem)
        : labels_(problem.labels), distances_(problem.space.size(), std::numeric_limits<double>::infinity()) {
        Remaining(problem.space).look_from_all(*this);
    }

    [[nodiscard]] double bound(std::uint32_t row) const { return distances_[row]; }
    void offer(std::uint32_t row, const Hit& hit) {
        if (labels_[hit.row] != labels_[row]) distances_[row] = std::min(distances_[row], hit.distance);
    }

    /// All rows by distance; equal ones by index.
    template <class Before>
    [[nodiscard]] Rows sorted(Before before) const {
        Rows rows = first_rows(distances_.size());
        std::ranges::stable_sort(rows, before, [this](std::uint32_t row) { return distances_[row]; });
        return rows;
    }

private:
    std::span<const std::uint32_t> labels_;
    std::vector<double> distances_;
};

/// The rows that are not in `removed`.
Rows survivors_of(const Rows& removed, std::size_t rows) {
    std::vector<bool> gone(rows);
    for (const std::uint32_t row : removed) gone[row] = true;
    Rows survivors;
    for (std::uint32_t row = 0; row < rows; ++row) {
        if (!gone[row]) survivors.push_back(row);
    }
    return survivors;
}

Rows drop1(const DropProblem& problem) {
    Reducer reducer(problem, Associates::remaining);
    reducer.visit(first_rows(problem.space.size()));
    return reducer.removed();
}

Rows drop2(const DropProblem& problem) {
    Reducer reducer(problem, Associates::all);
    reducer.visit(Enemies(problem).sorted(std::greater()));
    return reducer.removed();
}

/// What the k nearest of all misclassify.
Rows noise(const DropProblem& problem) {
    Reducer reducer(problem, Associates::remaining);
    Rows rows = first_rows(problem.space.size());
    std::erase_if(rows, [&](std::uint32_t row) { return !reducer.misclassified(row); });
    if (rows.size() == problem.space.size()) rows.pop_back();
    return rows;
}

/// What the k nearest of those still there misclassify, and what none of those will miss.
Rows careful_noise(const DropProblem& problem) {
    Reducer reducer(problem, Associates::remaining);
    reducer.visit(first_rows(problem.space.size()),
                  [&](std::uint32_t row) { return reducer.misclassified(row) && reducer.dispensable(row); });
    return reducer.removed();
}

/// Removes some rows and then, as if they had never been there, those of DROP2.
Rows drop2_without(Rows removed, const DropProblem& problem) {
    const Rows rest = survivors_of(removed, problem.space.size());
    const auto space = problem.space.select(rest);
    const Rows labels = labels_of(problem.labels, rest);
    for (const std::uint32_t row : drop2({*space, labels, problem.n_classes, problem.k})) removed.push_back(rest[row]);
    return removed;
}

Rows drop3(const DropProblem& problem) { return drop2_without(noise(problem), problem); }

Rows drop4(const DropProblem& problem) { return drop2_without(careful_noise(problem), problem); }

Rows drop5(const DropProblem& problem) {
    Reducer reducer(problem, Associates::all);
    const Enemies enemies(problem);
    reducer.visit(enemies.sorted(std::less()));
    const Rows farthest_first = enemies.sorted(std::greater());
    for (bool changed = true; changed;) changed = reducer.visit(farthest_first);
    return reducer.removed();
}

}  // namespace

DropOrder drop_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                    std::size_t n_neighbors, DropScheme scheme) {
    constexpr std::array schemes{drop1, drop2, drop3, drop4, drop5};
    const Rows removed = schemes[static_cast<std::size_t>(scheme) - 1]({space, labels, n_classes, n_neighbors});
    const Rows survivors = survivors_of(removed, space.size());
    const Rows own_labels = labels_of(labels, survivors);
    const std::size_t own_classes = std::set(own_labels.begin(), own_labels.end()).size();
    DropOrder result{{}, survivors.size()};
    for (const std::uint32_t row : simple_rank(*space.select(survivors), own_labels, own_classes)) {
        result.order.push_back(survivors[row]);
    }
    result.order.insert(result.order.end(), removed.rbegin(), removed.rend());
    return result;
}

}  // namespace bestsofar
