#pragma once

#include <algorithm>
#include <cstdint>

#include "lazy_tree/search.hpp"
#include "lazy_tree/settling.hpp"
#include "lazy_tree/spheres.hpp"
#include "lazy_tree/vote.hpp"

namespace bestsofar {

/// Learns from the stream itself how soon a label is settled: now and then a record is asked as a query would be.
template <class T>
class Calibration {
public:
    /// `measure` must live as long.
    explicit Calibration(const VectorMeasure<T>& measure) : search_(measure) {}

    [[nodiscard]] const Settling& settling() const { return settling_; }
    /// Another record has come. Returns whether it is the one to be asked.
    [[nodiscard]] bool due_after_one_more() {
        ++records_;
        return records_ % std::clamp<std::uint64_t>(records_ / often, 1, most_between) == 0;
    }
    /// Sees what a query of this row would think after each of its steps. There is an exemplar.
    void ask(const T* row, const Spheres<T>& spheres, const Aim& aim, Vote& vote);

    [[nodiscard]] std::size_t heap_bytes() const { return search_.heap_bytes(); }
    void trim() { search_.trim(); }

    void put(Writer& out) const;
    void get(Reader& in);

private:
    // At first nearly every record is asked, then fewer and fewer: a query costs more than learning does.
    static constexpr std::uint64_t often = 64, most_between = 64;

    Search<T> search_;
    Settling settling_;
    std::uint64_t records_ = 0;
};

}  // namespace bestsofar
