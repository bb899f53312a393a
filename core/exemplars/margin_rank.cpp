#include "exemplars/margin_rank.hpp"

#include <algorithm>
#include <array>

#include "exemplars/fill_from_back.hpp"
#include "exemplars/greedy_rank.hpp"
#include "exemplars/nearest_exemplar.hpp"
#include "exemplars/thinning.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

using Rows = std::vector<std::uint32_t>;

struct Problem {
    const Space& space;
    std::span<const std::uint32_t> labels;
    std::size_t n_classes;
};

/// Which rows have the class of the nearest exemplar.
std::vector<char> right(const Problem& problem, std::span<const std::uint32_t> rows,
                        std::span<const std::uint32_t> exemplars) {
    std::vector<char> is_right(rows.size());
    find_nearest(problem.space, rows, exemplars, [&](std::size_t i, const Hit& nearest) {
        is_right[i] = problem.labels[exemplars[nearest.row]] == problem.labels[rows[i]];
    });
    return is_right;
}

std::size_t classes_present(const Problem& problem) {
    std::vector<char> present(problem.n_classes);
    for (const std::uint32_t label : problem.labels) present[label] = 1;
    return static_cast<std::size_t>(std::ranges::count(present, 1));
}

/// Those first that get most of their class right.
void sort_medoids(const Problem& problem, std::span<std::uint32_t> medoids) {
    const auto is_right = right(problem, first_rows(problem.space.size()), medoids);
    std::vector<std::size_t> merit(problem.n_classes);
    for (std::size_t row = 0; row < is_right.size(); ++row) merit[problem.labels[row]] += is_right[row] != 0;
    std::ranges::stable_sort(medoids, std::ranges::greater{},
                             [&](std::uint32_t medoid) { return merit[problem.labels[medoid]]; });
}

/// The rows that are not yet in the order, after those that are: what Thinning removes last comes first.
void append_rest(const Problem& problem, Rows& order) {
    const std::size_t rows = problem.space.size(), chosen = order.size();
    Thinning thinning(problem.space, problem.labels, {problem.n_classes});
    for (const std::uint32_t row : order) thinning.protect(row);
    order.resize(rows);
    fill_from_back(std::span(order).subspan(chosen), [&] { return thinning.remove_least(); });
}

Rows best_first(const Problem& problem, bool itself, std::size_t count) {
    const GreedyOptions options{.squarings = 3, .itself = itself, .count = count};
    Rows order = greedy_rank(problem.space, problem.labels, {problem.n_classes}, options);
    sort_medoids(problem, std::span(order).first(classes_present(problem)));
    return order;
}

/// At least the first `count` rows of the order; with `itself`, all.
Rows rank(const Problem& problem, bool itself, std::size_t count) {
    Rows order = best_first(problem, itself, itself ? problem.space.size() / 10 : count);
    if (itself) append_rest(problem, order);
    return order;
}

/// Every other row of each class, and the rest.
std::array<Rows, 2> halves(const Problem& problem) {
    std::array<Rows, 2> parts;
    std::vector<std::size_t> seen(problem.n_classes);
    for (std::uint32_t row = 0; row < problem.labels.size(); ++row) {
        parts[seen[problem.labels[row]]++ % 2].push_back(row);
    }
    return parts;
}

/// How many of `unseen` the best fifth and the best half of `half` get right, in sum.
std::size_t trial(const Problem& problem, const Rows& half, const Rows& unseen, bool itself) {
    const auto space = problem.space.select(half);
    const Rows labels = labels_of(problem.labels, half);
    const std::size_t count = std::max<std::size_t>(half.size() / 2, 1);
    Rows order = rank({*space, labels, problem.n_classes}, itself, count);
    for (std::uint32_t& row : order) row = half[row];
    std::size_t total = 0;
    for (const std::size_t size : {std::max<std::size_t>(half.size() / 5, 1), count}) {
        total += static_cast<std::size_t>(std::ranges::count(right(problem, unseen, std::span(order).first(size)), 1));
    }
    return total;
}

bool itself_is_better(const Problem& problem) {
    const auto [one, two] = halves(problem);
    if (two.empty()) return true;
    const auto both = [&](bool itself) { return trial(problem, one, two, itself) + trial(problem, two, one, itself); };
    return both(true) >= both(false);
}

}  // namespace

std::vector<std::uint32_t> margin_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                                       std::optional<bool> itself) {
    const Problem problem{space, labels, n_classes};
    return rank(problem, itself ? *itself : itself_is_better(problem), space.size());
}

std::vector<std::uint32_t> margin_front(const Space& space, std::span<const std::uint32_t> labels,
                                        std::size_t n_classes, std::size_t count) {
    return best_first({space, labels, n_classes}, true, count);
}

}  // namespace bestsofar
