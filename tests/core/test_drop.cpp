// DROP1 to DROP5 against naive ones, with several threads, for every kind of space.

#include <algorithm>
#include <limits>
#include <map>

#include "check.hpp"
#include "distance/pairwise.hpp"
#include "exemplars/drop.hpp"
#include "exemplars/simple_rank.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
using Rows = std::vector<std::uint32_t>;

/// Finds everything anew from the matrix each time it is asked.
class Naive {
public:
    Naive(const Space& space, Rows labels, std::size_t k) : space_(space), labels_(std::move(labels)), k_(k) {
        for (std::uint32_t row = 0; row < space.size(); ++row) {
            matrix_.push_back(reduced_distances(space, row));
            left_.push_back(row);
        }
    }

    Rows order(int number) {
        if (number == 1) visit(left_, [&](std::uint32_t row) { return dispensable(row, left_); });
        if (number == 3) filter();
        if (number == 4) {
            visit(left_, [&](std::uint32_t row) { return misclassified(row) && dispensable(row, left_); });
        }
        if (number > 1) {
            const Rows judges = left_;
            const auto goes = [&](std::uint32_t row) { return dispensable(row, judges); };
            const Rows farthest = sorted(-1), nearest = sorted(1);
            if (number == 5) visit(nearest, goes);
            while (visit(farthest, goes) && number == 5) {
            }
        }
        return ranked();
    }

private:
    [[nodiscard]] Rows neighbors(std::uint32_t row, std::uint32_t absent) const {
        Rows others = left_;
        std::erase_if(others, [&](std::uint32_t other) { return other == row || other == absent; });
        std::ranges::stable_sort(others, {}, [&](std::uint32_t other) { return matrix_[row][other]; });
        others.resize(std::min(others.size(), k_));
        return others;
    }

    [[nodiscard]] std::uint32_t label(std::uint32_t row, std::uint32_t absent = none) const {
        std::map<std::uint32_t, int> votes;
        std::uint32_t best = none;
        for (const std::uint32_t near : neighbors(row, absent)) ++votes[labels_[near]];
        for (const std::uint32_t near : neighbors(row, absent)) {
            if (best == none || votes[labels_[near]] > votes[best]) best = labels_[near];
        }
        return best;
    }

    [[nodiscard]] bool misclassified(std::uint32_t row) const {
        return label(row) != none && label(row) != labels_[row];
    }

    [[nodiscard]] bool dispensable(std::uint32_t row, const Rows& judges) const {
        int gain = 0;
        for (const std::uint32_t judge : judges) {
            if (judge != row) gain += (label(judge, row) == labels_[judge]) - (label(judge) == labels_[judge]);
        }
        return gain >= 0;
    }

    void filter() {
        Rows noise = left_;
        std::erase_if(noise, [&](std::uint32_t row) { return !misclassified(row); });
        visit(noise, [](std::uint32_t) { return true; });
    }

    template <class Goes>
    bool visit(Rows rows, Goes goes) {
        const std::size_t before = left_.size();
        for (const std::uint32_t row : rows) {
            if (left_.size() == 1 || !std::ranges::count(left_, row) || !goes(row)) continue;
            std::erase(left_, row);
            removed_.push_back(row);
        }
        return left_.size() < before;
    }

    [[nodiscard]] Rows sorted(int direction) const {
        Rows rows = left_;
        std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) {
            double nearest = std::numeric_limits<double>::infinity();
            for (const std::uint32_t other : left_) {
                if (labels_[other] != labels_[row]) nearest = std::min(nearest, matrix_[row][other]);
            }
            return direction * nearest;
        });
        return rows;
    }

    [[nodiscard]] Rows ranked() const {
        Rows labels, order;
        for (const std::uint32_t row : left_) labels.push_back(labels_[row]);
        std::map<std::uint32_t, int> classes;
        for (const std::uint32_t own : labels) ++classes[own];
        for (const std::uint32_t place : simple_rank(*space_.select(left_), labels, classes.size())) {
            order.push_back(left_[place]);
        }
        order.insert(order.end(), removed_.rbegin(), removed_.rend());
        return order;
    }

    const Space& space_;
    Rows labels_;
    std::size_t k_;
    std::vector<std::vector<double>> matrix_;
    Rows left_, removed_;
};

void assert_naive(const Space& space, const Rows& labels, std::uint32_t classes, std::size_t k) {
    for (int number = 1; number <= 5; ++number) {
        const auto scheme = static_cast<DropScheme>(number);
        assert(drop_rank(space, labels, classes, k, scheme).order == Naive(space, labels, k).order(number));
    }
}

void every_space() {
    Dice dice(1);
    for (int round = 0; round < 4; ++round) {
        const std::size_t count = 1 + dice.below(14);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const std::uint32_t classes = 1 + dice.below(3);
            assert_naive(*space, labels_of(dice, count, classes), classes, 1 + dice.below(5));
        }
    }
}

// Tight clusters: the neighbours that a row remembers go all at once, and it has to look again.
void rows_look_again() {
    Dice dice(2);
    std::vector<double> rows;
    Rows labels;
    for (std::size_t i = 0; i < 64; ++i) {
        const std::uint32_t cluster = dice.below(2);
        rows.push_back(100.0 * cluster + dice.number(i % 2 == 0));
        labels.push_back(dice.below(20) == 0 ? dice.below(2) : cluster % 2);
    }
    assert_naive(VectorSpace<double>(rows, 1, {}), labels, 2, 2);
}

void many_rows_in_many_threads() {
    Dice dice(3);
    const std::size_t count = 600;
    const VectorSpace<float> space(rows_of<float>(dice, count, 3, false), 3, {});
    const auto labels = labels_of(dice, count, 5);
    for (int number = 1; number <= 5; ++number) {
        const auto scheme = static_cast<DropScheme>(number);
        const DropOrder drop = drop_rank(space, labels, 5, 3, scheme);
        assert(drop.survivors >= 1 && drop.survivors < count && drop.order.size() == count);
        assert(drop_rank(space, labels, 5, 3, scheme).order == drop.order);
    }
}

}  // namespace

int main() {
    every_space();
    rows_look_again();
    many_rows_in_many_threads();
}
