#include "bayes_tree/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t usual_nodes = 8;
constexpr double rounding = std::numeric_limits<double>::epsilon();
// A sum that may be further off is added up anew.
constexpr double most_noise = 1e-12;
// As multiples of e^reference, sums are kept from the first to the second power of e.
constexpr double least_sum_power = -300;
constexpr double most_sum_power = 300;

/// Gives entries their shares, in multiples of e^reference, and adds these up.
BESTSOFAR_CLONES double share_out(std::span<ReadEntry> entries, double reference) {
    Numbers sum{};
    for (std::size_t first = 0; first < entries.size(); first += numbers_at_once) {
        const std::size_t here = std::min(numbers_at_once, entries.size() - first);
        Numbers powers{}, weights{};
        for (std::size_t i = 0; i < here; ++i) {
            const ReadEntry& entry = entries[first + i];
            if (entry.weight == 0) continue;  // replaced: its power may be beyond all bounds
            powers[i] = entry.density - reference;
            weights[i] = entry.weight;
        }
        const Numbers shares = weights * (powers > least_power ? bounded_exp(powers) : Numbers{});
        for (std::size_t i = 0; i < here; ++i) entries[first + i].share = shares[i];
        sum += shares;
    }
    return total(sum);
}

double highest(std::span<const ReadEntry> entries) {
    double most = -infinity;
    for (const ReadEntry& entry : entries) {
        if (entry.weight > 0) most = std::max(most, entry.density);
    }
    return most;
}

}  // namespace

Frontier::Frontier(ReadEntries& read, const ReadEntry& root) {
    nodes_.reserve(usual_nodes);
    waiting_.reserve(usual_nodes);
    take_in(read, std::span(&root, 1));
    begin_anew(read);
    log_sum_ = reference_ + std::log(sum_);
}

void Frontier::refine(ReadEntries& read, std::span<const ReadEntry> finer) {
    const Place replaced = waiting_.front().place;
    settle(read);
    take_away(read[replaced]);
    take_in(read, finer);
    add(read, nodes_.back());
    if (!(noise_ <= most_noise * sum_)) add_up_anew(read);
    log_sum_ = reference_ + std::log(sum_);
}

void Frontier::settle(ReadEntries& read) {
    const Candidate next = waiting_.front();
    std::ranges::pop_heap(waiting_, std::less{});
    waiting_.pop_back();
    read[next.place].child = Pages::nowhere;
    wait(read, next.node);
}

void Frontier::take_in(ReadEntries& read, std::span<const ReadEntry> entries) {
    const auto first = static_cast<Place>(read.size());
    read.insert(read.end(), entries.begin(), entries.end());
    nodes_.push_back({first, static_cast<Place>(read.size())});
    wait(read, static_cast<Place>(nodes_.size() - 1));
}

void Frontier::wait(const ReadEntries& read, Place node) {
    const auto [first, last] = nodes_[node];
    Candidate best{-infinity, last, node};
    for (Place place = first; place < last; ++place) {
        const ReadEntry& entry = read[place];
        const bool better = entry.child != Pages::nowhere && entry.density > best.density;
        best.density = better ? entry.density : best.density;
        best.place = better ? place : best.place;
    }
    if (best.place == last) return;
    waiting_.push_back(best);
    std::ranges::push_heap(waiting_, std::less{});
}

void Frontier::take_away(ReadEntry& entry) {
    noise_ += rounding * sum_;
    sum_ -= entry.share;
    entry.weight = entry.share = 0;
}

void Frontier::add(ReadEntries& read, const Node& node) {
    const std::span<ReadEntry> entries = node.of(read);
    if (highest(entries) - reference_ > most_sum_power) return begin_anew(read);
    sum_ += share_out(entries, reference_);
    noise_ += rounding * sum_;
}

void Frontier::add_up_anew(ReadEntries& read) {
    sum_ = noise_ = 0;
    for (const Node& node : nodes_) {
        for (const ReadEntry& entry : node.of(read)) sum_ += entry.share;
    }
    if (!(sum_ > std::exp(least_sum_power))) begin_anew(read);
}

void Frontier::begin_anew(ReadEntries& read) {
    reference_ = -infinity;
    sum_ = noise_ = 0;
    for (const Node& node : nodes_) reference_ = std::max(reference_, highest(node.of(read)));
    for (const Node& node : nodes_) sum_ += share_out(node.of(read), reference_);
}

double Frontier::log_largest(const ReadEntries& read) const {
    double most = -infinity;
    for (const Node& node : nodes_) {
        for (const ReadEntry& entry : node.of(read)) {
            if (entry.weight > 0) most = std::max(most, entry.density + std::log(entry.weight));
        }
    }
    return most;
}

}  // namespace bestsofar
