#include "bayes_tree/insertion.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace bestsofar {

namespace {

template <class T>
using Entries = std::vector<Entry<T>>;

template <class T>
double margin(const Entry<T>& a) {
    double sum = 0;
    for (std::size_t i = 0; i < a.low.size(); ++i) sum += double{a.high[i]} - double{a.low[i]};
    return sum;
}

/// Of the box around both.
template <class T>
double margin(const Entry<T>& a, const Entry<T>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.low.size(); ++i) {
        sum += double{std::max(a.high[i], b.high[i])} - double{std::min(a.low[i], b.low[i])};
    }
    return sum;
}

template <class T>
std::size_t least_enlarged(const Entries<T>& entries, const Entry<T>& added) {
    std::size_t best = 0;
    std::pair<double, double> least{std::numeric_limits<double>::infinity(), 0};
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const double before = margin(entries[i]);
        const std::pair<double, double> cost{margin(entries[i], added) - before, before};
        if (cost < least) std::tie(least, best) = std::pair(cost, i);
    }
    return best;
}

/// The two that would waste most if they were together.
template <class T>
std::pair<std::size_t, std::size_t> seeds(const Entries<T>& entries) {
    std::pair<std::size_t, std::size_t> worst{0, 1};
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        for (std::size_t j = i + 1; j < entries.size(); ++j) {
            const double waste = margin(entries[i], entries[j]) - margin(entries[i]) - margin(entries[j]);
            if (waste > most) std::tie(most, worst) = std::pair(waste, std::pair(i, j));
        }
    }
    return worst;
}

template <class T>
class Split {
public:
    Split(Entries<T> entries, std::size_t least) : rest_(std::move(entries)), least_(least) {
        const auto [a, b] = seeds(rest_);
        give(b, 1);
        give(a, 0);
        while (!rest_.empty()) next();
    }

    [[nodiscard]] std::array<Entries<T>, 2>& halves() { return halves_; }

private:
    void next() {
        for (std::size_t half = 0; half < 2; ++half) {
            if (halves_[half].size() + rest_.size() == least_) return give(0, half);
        }
        std::size_t clearest = 0, home = 0;
        double most = -1;
        for (std::size_t i = 0; i < rest_.size(); ++i) {
            const double to_first = growth(i, 0), to_second = growth(i, 1);
            const double gap = to_first < to_second ? to_second - to_first : to_first - to_second;
            if (gap > most) {
                most = gap;
                clearest = i;
                home = to_first == to_second ? smaller() : static_cast<std::size_t>(to_second < to_first);
            }
        }
        give(clearest, home);
    }

    [[nodiscard]] double growth(std::size_t i, std::size_t half) const {
        return margin(boxes_[half], rest_[i]) - margin(boxes_[half]);
    }

    [[nodiscard]] std::size_t smaller() const {
        const auto size = [this](std::size_t half) { return std::pair(margin(boxes_[half]), halves_[half].size()); };
        return size(1) < size(0);
    }

    void give(std::size_t i, std::size_t half) {
        if (halves_[half].empty()) {
            boxes_[half] = rest_[i];
        } else {
            boxes_[half].absorb(rest_[i]);
        }
        halves_[half].push_back(std::move(rest_[i]));
        rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(i));
    }

    Entries<T> rest_;
    std::size_t least_;
    std::array<Entries<T>, 2> halves_;
    std::array<Entry<T>, 2> boxes_;
};

template <class T>
Entry<T> stored(ClassTree<T>& tree, const Entries<T>& entries) {
    Entry<T> group = summary<T>(entries);
    group.child = tree.store(entries);
    return group;
}

/// Puts `entries` in the place of those below a group. One entry stands for them, or two after a split.
template <class T>
Entries<T> put(ClassTree<T>& tree, const Entry<T>& old, Entries<T> entries) {
    if (entries.size() <= tree.fanout()) {
        Entry<T> group = summary<T>(entries);
        group.child = tree.replace(old.child, entries);
        group.shape = old.shape;
        return {std::move(group)};
    }
    Split<T> split(std::move(entries), std::max<std::size_t>(1, tree.fanout() * 2 / 5));
    auto& [first, second] = split.halves();
    Entry<T> group = summary<T>(first);
    group.child = tree.replace(old.child, first);
    return {std::move(group), stored(tree, second)};
}

/// The entries of a node, one of which the row goes to.
template <class T>
struct Passed {
    Entries<T> entries;
    std::size_t best;

    [[nodiscard]] Entry<T>& chosen() { return entries[best]; }
};

/// The way of the row, from the root to a kernel.
template <class T>
std::vector<Passed<T>> descend(const ClassTree<T>& tree, const Entry<T>& added) {
    std::vector<Passed<T>> way{{{tree.root()}, 0}};
    while (!way.back().chosen().is_kernel()) {
        Entries<T> entries = tree.entries(way.back().chosen().child);
        const std::size_t best = least_enlarged(entries, added);
        way.push_back({std::move(entries), best});
    }
    return way;
}

template <class T>
Entries<T> with_row(Passed<T> leaf, const Entry<T>& added) {
    if (leaf.chosen().low == added.low) {
        ++leaf.chosen().count;
    } else {
        leaf.entries.push_back(added);
    }
    return std::move(leaf.entries);
}

/// What stands for a group after what stands for one of those below it: one entry, or two.
template <class T>
Entries<T> grown(ClassTree<T>& tree, Entry<T> group, Passed<T> below, Entries<T> parts, const Entry<T>& added) {
    if (parts.size() == 1) {
        tree.update(group.child, below.best, parts[0]);
        group.absorb(added);
        return {std::move(group)};
    }
    below.chosen() = std::move(parts[0]);
    below.entries.insert(below.entries.begin() + static_cast<std::ptrdiff_t>(below.best) + 1, std::move(parts[1]));
    return put(tree, group, std::move(below.entries));
}

template <class U>
U take_last(std::vector<U>& all) {
    U last = std::move(all.back());
    all.pop_back();
    return last;
}

/// Adds the row below the root. What stands for the root afterwards: one entry, or two.
template <class T>
Entries<T> with_row(ClassTree<T>& tree, const Entry<T>& added) {
    std::vector<Passed<T>> way = descend(tree, added);
    Entries<T> entries = with_row(take_last(way), added);
    Entries<T> parts = put(tree, way.back().chosen(), std::move(entries));
    while (way.size() > 1) {
        Passed<T> below = take_last(way);
        parts = grown(tree, std::move(way.back().chosen()), std::move(below), std::move(parts), added);
    }
    return parts;
}

}  // namespace

template <class T>
void insert(ClassTree<T>& tree, std::span<const T> values, std::uint32_t row) {
    const Entry<T> added = Entry<T>::kernel(values, row);
    Entry<T> root = tree.root();
    if (root.count == 0) return tree.set_root(added);
    if (root.is_kernel()) {
        if (root.low == added.low) {
            ++root.count;
            return tree.set_root(std::move(root));
        }
        return tree.set_root(stored<T>(tree, {root, added}));
    }
    Entries<T> parts = with_row(tree, added);
    Entry<T> whole = parts.size() == 1 ? std::move(parts[0]) : stored(tree, parts);
    whole.shape = root.shape;
    tree.set_root(std::move(whole));
    tree.tidy();
}

template void insert(ClassTree<float>&, std::span<const float>, std::uint32_t);
template void insert(ClassTree<double>&, std::span<const double>, std::uint32_t);

}  // namespace bestsofar
