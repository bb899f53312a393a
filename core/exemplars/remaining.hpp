#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "distance/space.hpp"
#include "interruption.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace bestsofar {

/// The rows of a space that are left while others go. Rows, left or gone, look for their neighbours among them.
///
/// A seeker has bound(row) and offer(row, hit): it is offered each remaining row nearer to `row` than the bound, in row
/// order, but not `row` itself. The bound may fall meanwhile. One thread at a time.
class Remaining {
public:
    explicit Remaining(const Space& space) : space_(space), gone_(space.size()), rows_(first_rows(space.size())) {}

    [[nodiscard]] bool gone(std::uint32_t row) const { return gone_[row]; }
    [[nodiscard]] std::size_t left() const { return left_; }
    void remove(std::uint32_t row) {
        gone_[row] = true;
        --left_;
    }

    /// Looks from every row, before any is gone, in several threads: what the seeker does for one row must not touch
    /// another.
    template <class Seeker>
    void look_from_all(Seeker& seeker) const {
        constexpr std::size_t tile = 64;
        parallel_for(space_.size(), tile, workers_for(space_), [&](std::size_t begin, std::size_t end, std::size_t) {
            std::vector<std::unique_ptr<Probe>> probes;
            for (std::size_t row = begin; row < end; ++row) probes.push_back(space_.probe_row(row, space_));
            // Some rows stay in the cache while a whole tile of others looks at them.
            for (std::size_t first = 0; first < space_.size(); first += scan_rows) {
                for (std::size_t row = begin; row < end; ++row) {
                    look(space_, first, *probes[row - begin], static_cast<std::uint32_t>(row), seeker);
                }
            }
        });
    }

    template <class Seeker>
    void look_from(std::uint32_t row, Seeker& seeker) {
        look_on(row, 0, seeker, [] { return false; });
    }
    /// Looks only at those after another row, until there are enough().
    template <class Seeker, class Enough>
    void look_behind(std::uint32_t other, std::uint32_t row, Seeker& seeker, Enough enough) {
        look_on(row, other + 1, seeker, enough);
    }

private:
    static constexpr std::size_t scan_rows = 128;

    template <class Seeker, class Enough>
    void look_on(std::uint32_t row, std::uint32_t from, Seeker& seeker, Enough enough) {
        throw_if_interrupted();
        compact();
        const auto probe = compacted_->probe_row(row, space_);
        auto first = static_cast<std::size_t>(std::ranges::lower_bound(rows_, from) - rows_.begin());
        for (; first < compacted_->size() && !enough(); first += scan_rows) {
            look(*compacted_, first, *probe, row, seeker);
        }
    }

    /// Keeps the rows that are looked through to at most twice those that remain, at a cost of two copies in all.
    void compact() {
        if (compacted_ && rows_.size() < 2 * left_ + scan_rows) return;
        std::erase_if(rows_, [this](std::uint32_t row) { return gone_[row]; });
        compacted_ = space_.select(rows_);
    }

    /// Looks through `scan_rows` of the rows in `space`, which are rows_: those that remain and a few that are gone.
    template <class Seeker>
    void look(const Space& space, std::size_t first, const Probe& probe, std::uint32_t row, Seeker& seeker) const {
        std::array<Hit, scan_rows> hits;
        const std::size_t found =
            probe.scan(first, std::min(scan_rows, space.size() - first), seeker.bound(row), hits.data());
        for (std::size_t i = 0; i < found; ++i) {
            const Hit hit{hits[i].distance, rows_[hits[i].row]};
            if (hit.row != row && !gone_[hit.row]) seeker.offer(row, hit);
        }
    }

    const Space& space_;
    std::vector<bool> gone_;
    std::size_t left_ = space_.size();
    std::vector<std::uint32_t> rows_;
    std::unique_ptr<Space> compacted_;
};

}  // namespace bestsofar
