#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>
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
    /// Makes room for twice as many, up to a limit: a list that was used up once will be again, above all where many
    /// rows are equal and therefore all have the same neighbours.
    void widen() { capacity_ = std::max(capacity_, std::min(2 * capacity_, most_rows)); }
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
    /// Those that were not used up.
    [[nodiscard]] std::span<const Hit> rows() const { return std::span(rows_).subspan(used_); }
    /// Uses up those that are gone, until `count` others lie at the front or there are no more.
    template <class Gone>
    void keep_in_front(std::size_t count, Gone gone) {
        std::size_t end = used_;
        for (std::size_t kept = 0; end < rows_.size() && kept < count; ++end) kept += !gone(rows_[end].row);
        std::size_t begin = end;
        for (std::size_t i = end; i-- > used_;) {
            if (!gone(rows_[i].row)) rows_[--begin] = rows_[i];
        }
        used_ = begin;
    }
    /// When it is used up, there may be others that it had no room for.
    [[nodiscard]] bool was_full() const { return was_full_; }

    /// Whether all are equally near: then others as near may come after the last.
    [[nodiscard]] bool all_alike() const { return rows_.size() > 1 && rows_.front().distance == rows_.back().distance; }
    [[nodiscard]] const Hit& last() const { return rows_.back(); }
    /// Forgets those used up, and makes room for others.
    void forget_used() {
        rows_.erase(rows_.begin(), rows_.begin() + static_cast<std::ptrdiff_t>(used_));
        used_ = 0;
    }
    /// Adds one that is as near as the last, after it.
    void append(const Hit& hit) {
        if (!full()) rows_.push_back(hit);
    }
    [[nodiscard]] bool full() const { return rows_.size() >= capacity_; }

private:
    static constexpr std::size_t most_rows = 256;

    std::size_t capacity_;
    std::size_t used_ = 0;
    bool was_full_ = false;
    std::vector<Hit> rows_;
};

}  // namespace bestsofar
