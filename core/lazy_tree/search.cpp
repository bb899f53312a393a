#include "lazy_tree/search.hpp"

#include <algorithm>
#include <cmath>

#include "distance/record_values.hpp"

namespace bestsofar {

template <class T>
Search<T>::Search(const VectorMeasure<T>& measure)
    : measure_(&measure),
      slack_(static_cast<double>(measure.row_width() + 8) * std::numeric_limits<T>::epsilon()),
      nearest_(1) {}

template <class T>
void Search<T>::begin(std::uint32_t root, const Aim& aim) {
    aim_ = aim;
    nearest_.resize(1 + aim.windows.size());
    for (KNearest& nearest : nearest_) nearest.restart(aim.k, aim.reach);
    rival_ = {};
    narrow();
    steps_ = 0;
    ahead_.assign(1, {0, 0, 0, root});
}

template <class T>
void Search<T>::narrow() {
    // The last window is part of the others, so its neighbours are farthest.
    const KNearest &first = nearest_.front(), &last = nearest_.back();
    double reach = std::max(first.reach(), last.reach());
    // The price is lowest for a sphere of one record.
    if (aim_.merging > 0) reach *= (1 + 1 / static_cast<double>(aim_.merging)) * (1 + slack_);
    reach_ = measure_->distance(reach);
    // What is as far as the last of the list may be older than that: the next number is the bound.
    const double farthest = aim_.with_rival ? std::max(reach, rival_.cost()) : reach;
    bound_ = std::nextafter(bound_of<T>(farthest), std::numeric_limits<T>::infinity());
    latest_ =
        reach_ > 0 ? std::numeric_limits<std::uint64_t>::max() : std::max(first.last_founder(), last.last_founder());
}

/// Nothing is nearer than what is equal to the query: of many such, only those that came first count.
template <class T>
bool Search<T>::hopeless(double bound, std::uint64_t oldest) const {
    return bound > reach_ || oldest > latest_;
}

template <class T>
void Search<T>::drop_hopeless() {
    if (!ahead_.empty() && ahead_.front().bound > reach_) ahead_.clear();
    while (!ahead_.empty() && hopeless(ahead_.front().bound, ahead_.front().oldest)) {
        std::pop_heap(ahead_.begin(), ahead_.end());
        ahead_.pop_back();
    }
}

template <class T>
void Search<T>::read(const Nodes<T>& nodes, const T* query) {
    std::pop_heap(ahead_.begin(), ahead_.end());
    const std::uint32_t id = ahead_.back().node;
    ahead_.pop_back();
    const Node<T>& node = *nodes[id];
    if (hits_.size() < node.size()) hits_.resize(node.size());
    if (node.leaf()) {
        read_leaf(node, id, query);
    } else {
        read_branches(node, query);
    }
    drop_hopeless();
    ++steps_;
}

template <class T>
void Search<T>::read_leaf(const Node<T>& leaf, std::uint32_t id, const T* query) {
    const std::size_t count = measure_->scan(leaf.rows(), query, 0, leaf.size(), bound_, hits_.data());
    for (std::size_t i = 0; i < count; ++i) {
        // Most were near enough only before those found in this very leaf.
        if (!(hits_[i].distance < bound_)) continue;
        const Exemplar& exemplar = leaf.exemplar(hits_[i].row);
        if (!wanted(exemplar)) continue;
        const double cost = cost_of(hits_[i].distance, exemplar);
        const Found found{cost, exemplar.founder, id, hits_[i].row};
        const bool nearer_rival = aim_.with_rival && rival_.see(found, exemplar.counts.majority());
        if (offer(found, exemplar.recent()) || nearer_rival) narrow();
    }
}

/// Returns whether a list has changed.
template <class T>
bool Search<T>::offer(const Found& found, bool recent) {
    if (aim_.windows.empty() || !recent) return nearest_.front().offer(found);
    bool taken = false;
    for (std::size_t window = 0; window < aim_.windows.size() && found.founder >= aim_.windows[window]; ++window) {
        taken |= nearest_[1 + window].offer(found);
    }
    return taken;
}

template <class T>
bool Search<T>::wanted(const Exemplar& exemplar) const {
    return (!aim_.majority || exemplar.counts.majority() == *aim_.majority) && aim_.filter.lets_through(exemplar) &&
           exemplar.entered < aim_.entered_before;
}

template <class T>
double Search<T>::cost_of(double reduced, const Exemplar& exemplar) const {
    if (aim_.merging == 0) return reduced;
    const auto one = static_cast<double>(aim_.merging), other = static_cast<double>(exemplar.counts.total());
    return reduced * (one * other / (one + other));
}

template <class T>
void Search<T>::read_branches(const Node<T>& node, const T* query) {
    const std::size_t count =
        measure_->scan(node.rows(), query, 0, node.size(), std::numeric_limits<T>::infinity(), hits_.data());
    for (std::size_t slot = 0; slot < count; ++slot) {
        const auto& [child, radius, oldest] = node.branch(slot);
        const double distance = measure_->distance(hits_[slot].distance);
        const double bound = std::max(0.0, distance - radius - slack_ * (distance + radius));
        if (hopeless(bound, oldest)) continue;
        ahead_.push_back({bound, distance, oldest, child});
        std::push_heap(ahead_.begin(), ahead_.end());
    }
}

template <class T>
void Search<T>::restore(std::span<const Found> found, const Rival& rival, std::vector<Ahead> ahead,
                        std::uint64_t steps) {
    for (const Found& one : found) nearest_[0].offer(one);
    rival_ = rival;
    narrow();
    ahead_ = std::move(ahead);
    std::make_heap(ahead_.begin(), ahead_.end());
    drop_hopeless();
    steps_ = steps;
}

template class Search<float>;
template class Search<double>;

}  // namespace bestsofar
