#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "allocated.hpp"

namespace bestsofar {

/// An exemplar by its place in the tree.
struct Found {
    double cost;  ///< its reduced distance, or the price of a merger with it
    std::uint64_t founder;
    std::uint32_t node;
    std::uint32_t slot;

    /// Among equal costs the older one is the nearer one.
    friend bool operator<(const Found& a, const Found& b) {
        return a.cost != b.cost ? a.cost < b.cost : a.founder < b.founder;
    }
};

/// The k nearest so far, nearest first.
class KNearest {
public:
    /// Nothing that costs more than `reach` is wanted.
    void restart(std::size_t k, double reach) {
        k_ = k;
        reach_ = reach;
        list_.clear();
    }
    /// Returns whether the list has changed.
    bool offer(const Found& found) {
        if (found.cost > reach()) return false;
        if (list_.size() == k_) {
            if (!(found < list_.back())) return false;
            list_.pop_back();
        }
        list_.insert(std::upper_bound(list_.begin(), list_.end(), found), found);
        return true;
    }

    /// The largest cost that may still change the list.
    [[nodiscard]] double reach() const { return list_.size() < k_ ? reach_ : list_.back().cost; }
    /// The founder of the last one: of those equally far, one that came later does not change the list.
    [[nodiscard]] std::uint64_t last_founder() const {
        return list_.size() < k_ ? std::numeric_limits<std::uint64_t>::max() : list_.back().founder;
    }
    [[nodiscard]] const std::vector<Found>& list() const { return list_; }
    [[nodiscard]] std::size_t heap_bytes() const { return allocated(list_); }

private:
    std::size_t k_ = 0;
    double reach_ = 0;
    std::vector<Found> list_;
};

}  // namespace bestsofar
