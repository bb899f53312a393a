// Orders against naive ones, with several threads, for every kind of space.

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "check.hpp"
#include "distance/pairwise.hpp"
#include "exemplars/greedy_rank.hpp"
#include "exemplars/heir_rank.hpp"
#include "exemplars/legacy.hpp"
#include "exemplars/margin_rank.hpp"
#include "exemplars/posterior_rank.hpp"
#include "exemplars/simple_rank.hpp"
#include "exemplars/thinning.hpp"
#include "exemplars/worth.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
using Labels = std::vector<std::uint32_t>;

std::vector<std::vector<double>> matrix_of(const Space& space) {
    std::vector<std::vector<double>> matrix;
    for (std::size_t row = 0; row < space.size(); ++row) matrix.push_back(reduced_distances(space, row));
    return matrix;
}

std::vector<std::uint32_t> naive_simple_rank(const Space& space, const Labels& labels, std::size_t classes,
                                             Votes votes) {
    const auto matrix = matrix_of(space);
    const auto others = static_cast<std::int64_t>(std::max<std::size_t>(classes, 2) - 1);
    std::vector<std::uint32_t> remaining(labels.size()), order;
    std::iota(remaining.begin(), remaining.end(), 0);
    while (!remaining.empty()) {
        std::vector<std::int64_t> decisive(labels.size()), idle(labels.size());
        std::vector<double> kin(labels.size(), infinity);
        for (std::uint32_t voter = 0; voter < labels.size(); ++voter) {
            auto near = remaining;
            std::erase(near, voter);
            for (const std::uint32_t x : near) {
                if (labels[x] == labels[voter]) kin[voter] = std::min(kin[voter], matrix[voter][x]);
            }
            if (near.empty()) continue;
            std::ranges::partial_sort(near, near.begin() + std::min<std::ptrdiff_t>(2, std::ssize(near)), {},
                                      [&](std::uint32_t x) { return std::pair(matrix[voter][x], x); });
            const auto worth = [&](std::uint32_t x) { return labels[x] == labels[voter] ? others : -2; };
            const auto loss = worth(near[0]) - (votes == Votes::all || near.size() == 1 ? 0 : worth(near[1]));
            (loss == 0 ? idle : decisive)[near[0]] += loss == 0 ? worth(near[0]) : loss;
        }
        const std::int64_t idle_count = 10 * remaining.size() <= labels.size() ? 1 : 0;
        const auto standing = [&](std::uint32_t x) {
            return std::tuple(decisive[x] + idle_count * idle[x], idle[x] > 0, kin[x], x);
        };
        order.push_back(std::ranges::min(remaining, {}, standing));
        std::erase(remaining, order.back());
    }
    std::ranges::reverse(order);
    return order;
}

/// Forgets the worst of `remaining` and returns it; what it stood for goes to its nearest remaining one.
std::uint32_t naive_forget(const std::vector<std::vector<double>>& matrix, const Labels& labels, std::size_t classes,
                           std::vector<std::uint32_t>& remaining, std::vector<std::vector<std::int64_t>>& counts) {
    const auto nearest = [&](std::uint32_t row) {
        std::optional<std::uint32_t> found;
        for (const std::uint32_t x : remaining) {
            if (x != row && (!found || matrix[row][x] < matrix[row][*found])) found = x;
        }
        return found;
    };
    auto votes = counts;
    for (const std::uint32_t voter : remaining) {
        if (const auto chosen = nearest(voter)) ++votes[*chosen][labels[voter]];
    }
    const auto key = [&](std::uint32_t row) {
        double kin = infinity;
        for (const std::uint32_t x : remaining) {
            if (x != row && labels[x] == labels[row]) kin = std::min(kin, matrix[row][x]);
        }
        std::int64_t worth = 0;
        for (std::size_t label = 0; label < classes; ++label) {
            const auto others = static_cast<std::int64_t>(std::max<std::size_t>(classes, 2) - 1);
            worth += votes[row][label] * (label == labels[row] ? others : -2);
        }
        return std::tuple(worth, kin, row);
    };
    const std::uint32_t worst = *std::ranges::min_element(remaining, {}, key);
    std::erase(remaining, worst);
    ++counts[worst][labels[worst]];
    if (const auto heir = nearest(worst)) {
        for (std::size_t label = 0; label < classes; ++label) counts[*heir][label] += counts[worst][label];
    }
    return worst;
}

bool is_order(std::vector<std::uint32_t> order, std::size_t rows) {
    std::ranges::sort(order);
    std::vector<std::uint32_t> all(rows);
    std::iota(all.begin(), all.end(), 0u);
    return order == all;
}

void simple_rank_is_the_naive_one() {
    Dice dice(1);
    for (int round = 0; round < 4; ++round) {
        const std::size_t count = 1 + dice.below(50);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const std::uint32_t classes = 1 + dice.below(4);
            const auto labels = labels_of(dice, count, classes);
            for (const Votes votes : {Votes::all, Votes::decisive}) {
                assert(simple_rank(*space, labels, classes, votes) ==
                       naive_simple_rank(*space, labels, classes, votes));
            }
        }
    }
}

// Tight clusters: the neighbours that a row remembers go all at once, and it has to look again.
void simple_rank_looks_again() {
    Dice dice(2);
    for (const std::size_t count : {130u, 320u}) {
        std::vector<double> rows;
        Labels labels;
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t cluster = dice.below(6);
            rows.push_back(100.0 * cluster + dice.number(i % 2 == 0));
            rows.push_back(dice.number(i % 2 == 0));
            labels.push_back(dice.below(20) == 0 ? dice.below(2) : cluster % 2);
        }
        const VectorSpace<double> space(rows, 2, {});
        for (const Votes votes : {Votes::all, Votes::decisive}) {
            assert(simple_rank(space, labels, 2, votes) == naive_simple_rank(space, labels, 2, votes));
        }
    }
}

void heir_rank_is_the_naive_one() {
    Dice dice(6);
    for (int round = 0; round < 4; ++round) {
        const std::size_t count = 1 + dice.below(40);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const std::uint32_t classes = 1 + dice.below(4);
            const auto labels = labels_of(dice, count, classes);
            const auto matrix = matrix_of(*space);
            const auto order = heir_rank(*space, labels, classes);
            std::vector<std::vector<std::int64_t>> counts(count, std::vector<std::int64_t>(classes));
            std::vector<std::uint32_t> remaining(count);
            std::iota(remaining.begin(), remaining.end(), 0u);
            for (std::size_t left = count; left-- > 0;) {
                assert(naive_forget(matrix, labels, classes, remaining, counts) == order[left]);
                if (left == 0) continue;
                const std::vector<std::int64_t> nothing(count * classes);
                const Heirs kept = heirs(*space, labels, nothing, classes, left);
                assert(kept.rows == remaining);
                for (std::size_t i = 0; i < left * classes; ++i) {
                    assert(kept.counts[i] == counts[remaining[i / classes]][i % classes]);
                }
            }
        }
    }
}

void greedy_rank_is_an_order_and_repeats() {
    Dice dice(3);
    for (int round = 0; round < 2; ++round) {
        const std::size_t count = 1 + dice.below(90);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const auto labels = labels_of(dice, count, 3);
            for (const auto& [squarings, itself] :
                 {std::pair(std::optional<int>(), false), std::pair(std::optional(0), false),
                  std::pair(std::optional(3), false), std::pair(std::optional(3), true)}) {
                const GreedyOptions options{.squarings = squarings, .itself = itself};
                const auto order = greedy_rank(*space, labels, {3}, options);
                assert(is_order(order, count));
                assert(greedy_rank(*space, labels, {3}, options) == order);
                // What rows cannot remember they look up again.
                assert(greedy_rank(*space, labels, {3}, {squarings, itself, count, 512}) == order);
                const std::vector<std::int64_t> counts(count * 3, 2);
                const std::vector<double> spreads(count, 0.5);
                assert(is_order(greedy_rank(*space, labels, {3, counts, spreads}, options), count));
            }
        }
    }
}

double reduced(const std::vector<std::vector<double>>& matrix, std::uint32_t from, std::uint32_t to) {
    return from == to ? 0 : matrix[from][to];
}

/// What all rows are worth when `remaining` are left, all having stood for nothing.
std::int64_t naive_worth(const std::vector<std::vector<double>>& matrix, const Labels& labels,
                         const std::vector<std::uint32_t>& remaining) {
    std::int64_t sum = 0;
    for (std::uint32_t row = 0; row < labels.size(); ++row) {
        Reach reach;
        for (const std::uint32_t other : remaining) {
            double& nearest = labels[other] == labels[row] ? reach.own : reach.other;
            nearest = std::min(nearest, reduced(matrix, row, other));
        }
        sum += SmoothWorth{3}(reach) >> 10;
    }
    return sum;
}

void thinning_loses_least() {
    Dice dice(7);
    for (int round = 0; round < 2; ++round) {
        const std::size_t count = 15 + dice.below(10);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const auto labels = labels_of(dice, count, 3);
            const auto matrix = matrix_of(*space);
            const std::vector<std::int64_t> counts(count * 3);
            const std::vector<double> spreads(count);
            Thinning thinning(*space, labels, {3, counts, spreads});
            std::vector<std::uint32_t> remaining(count);
            std::iota(remaining.begin(), remaining.end(), 0u);
            while (remaining.size() > 1) {
                const auto without = [&](std::uint32_t row) {
                    auto others = remaining;
                    std::erase(others, row);
                    return naive_worth(matrix, labels, others);
                };
                const std::uint32_t row = thinning.remove_least();
                const std::int64_t worth = without(row);
                assert(std::ranges::all_of(remaining, [&](std::uint32_t other) { return without(other) <= worth; }));
                std::erase(remaining, row);
            }
            assert(thin_out(*space, labels, {3, counts, spreads}, 1) == remaining);
            const OwnedLegacy heritage = hand_down(*space, labels, {3, counts, spreads}, remaining);
            assert(std::accumulate(heritage.counts.begin(), heritage.counts.end(), std::int64_t{1}) ==
                   static_cast<std::int64_t>(count));
        }
    }
}

void margin_rank_is_an_order_and_repeats() {
    Dice dice(8);
    for (int round = 0; round < 2; ++round) {
        const std::size_t count = 1 + dice.below(30);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const auto labels = labels_of(dice, count, 3);
            for (const std::optional<bool> itself :
                 {std::optional<bool>(), std::optional(false), std::optional(true)}) {
                const auto order = margin_rank(*space, labels, 3, itself);
                assert(is_order(order, count));
                assert(margin_rank(*space, labels, 3, itself) == order);
            }
        }
    }
}

void many_rows_in_many_threads() {
    Dice dice(4);
    const std::size_t count = 600;
    const VectorSpace<float> space(rows_of<float>(dice, count, 3, false), 3, {});
    const auto labels = labels_of(dice, count, 5);
    const auto simple = simple_rank(space, labels, 5);
    assert(is_order(simple, count) && simple_rank(space, labels, 5) == simple);
    const auto greedy = greedy_rank(space, labels, {5}, {.squarings = 3});
    assert(is_order(greedy, count) && greedy_rank(space, labels, {5}, {.squarings = 3}) == greedy);
    const auto margin = margin_rank(space, labels, 5, true);
    assert(is_order(margin, count) && margin_rank(space, labels, 5, true) == margin);
    const auto posterior = posterior_rank(space, labels, 5, {0.1, count});
    assert(is_order(posterior, count) && posterior_rank(space, labels, 5, {0.1, count}) == posterior);
}

// Sums of distances are made in fixed point: neither the smallest nor the largest distances may leave it.
void any_magnitude() {
    for (const double scale : {1e-160, 1e-150, 1e-30, 1e30, 1e150, 1e200}) {
        Dice dice(5);
        std::vector<double> rows = rows_of<double>(dice, 40, 2, false);
        for (double& value : rows) value *= scale;
        const VectorSpace<double> space(rows, 2, {});
        const auto labels = labels_of(dice, 40, 2);
        assert(is_order(greedy_rank(space, labels, {2}, {}), 40));
        assert(is_order(greedy_rank(space, labels, {2}, {.squarings = 3}), 40));
        assert(is_order(simple_rank(space, labels, 2), 40));
        assert(is_order(simple_rank(space, labels, 2, Votes::decisive), 40));
        assert(is_order(heir_rank(space, labels, 2), 40));
        assert(is_order(posterior_rank(space, labels, 2, {1, 40}), 40));
    }
}

}  // namespace

int main() {
    simple_rank_is_the_naive_one();
    simple_rank_looks_again();
    heir_rank_is_the_naive_one();
    greedy_rank_is_an_order_and_repeats();
    thinning_loses_least();
    margin_rank_is_an_order_and_repeats();
    many_rows_in_many_threads();
    any_magnitude();
}
