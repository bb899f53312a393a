#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// The few nearest of many rows, nearest first; of equal ones the first that came. Rows are used up from the front.
class NearestRows {
public:
    explicit NearestRows(std::size_t capacity) : capacity_(capacity) { rows_.reserve(capacity); }

    void clear() {
        rows_.clear();
        used_ = 0;
        was_full_ = false;
    }
    [[nodiscard]] double bound() const {
        return rows_.size() < capacity_ ? std::numeric_limits<double>::infinity() : rows_.back().distance;
    }
    void offer(const Hit& hit) {
        if (hit.distance >= bound()) return;
        if (rows_.size() == capacity_) rows_.pop_back();
        const auto place = std::upper_bound(rows_.begin(), rows_.end(), hit,
                                            [](const Hit& a, const Hit& b) { return a.distance < b.distance; });
        rows_.insert(place, hit);
        was_full_ |= rows_.size() == capacity_;
    }

    [[nodiscard]] bool empty() const { return used_ == rows_.size(); }
    [[nodiscard]] const Hit& front() const { return rows_[used_]; }
    void pop() { ++used_; }
    /// Those that were not used up.
    [[nodiscard]] std::span<const Hit> rows() const { return std::span(rows_).subspan(used_); }
    template <class Predicate>
    void erase_if(Predicate predicate) {
        rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(std::exchange(used_, 0)));
        std::erase_if(rows_, [&](const Hit& hit) { return predicate(hit.row); });
    }
    /// When it is used up, there may be others that it had no room for.
    [[nodiscard]] bool was_full() const { return was_full_; }

private:
    std::size_t capacity_;
    std::size_t used_ = 0;
    bool was_full_ = false;
    std::vector<Hit> rows_;
};

}  // namespace bestsofar
