#include "exemplars/simple_rank.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "exemplars/nearest_rows.hpp"
#include "exemplars/tournament.hpp"
#include "parallel.hpp"

namespace bestsofar {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};
constexpr std::size_t scan_rows = 128;

// A row looks its neighbours up again only when all of these are gone.
constexpr std::size_t kept_neighbors = 16;
constexpr std::size_t kept_kin = 8;

/// Rows that point at a row, as linked lists through all of them: a row is in one list at a time.
class Pointers {
public:
    explicit Pointers(std::size_t rows) : first_(rows, none), next_(rows, none) {}

    void add(std::uint32_t from, std::uint32_t to) {
        next_[from] = first_[to];
        first_[to] = from;
    }
    /// Empties the list of `to` and calls visit for each row that was in it.
    template <class Visit>
    void take(std::uint32_t to, Visit visit) {
        for (std::uint32_t from = std::exchange(first_[to], none); from != none;) {
            const std::uint32_t following = next_[from];
            visit(from);
            from = following;
        }
    }

private:
    std::vector<std::uint32_t> first_, next_;
};

class SimpleRanker {
public:
    SimpleRanker(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes)
        : space_(space),
          labels_(labels),
          others_(static_cast<std::int64_t>(std::max<std::size_t>(n_classes, 2)) - 1),
          gone_(space.size()),
          neighbors_(space.size(), NearestRows(kept_neighbors)),
          kin_(space.size(), NearestRows(kept_kin)),
          worth_(space.size()),
          voters_(space.size()),
          cousins_(space.size()),
          remaining_(space.size()) {
        std::iota(remaining_.begin(), remaining_.end(), 0);
    }

    std::vector<std::uint32_t> rank() {
        find_all();
        for (std::uint32_t row = 0; row < space_.size(); ++row) {
            vote(row);
            point_at_kin(row);
        }
        Tournament worst(space_.size(), [this](std::uint32_t a, std::uint32_t b) { return key(a) < key(b); });
        std::vector<std::uint32_t> order(space_.size());
        for (std::size_t place = space_.size(); place-- > 0;) {
            order[place] = worst.first();
            remove(order[place], worst);
        }
        return order;
    }

private:
    using Key = std::tuple<std::int64_t, double, std::uint32_t>;

    [[nodiscard]] Key key(std::uint32_t row) const {
        const double redundancy =
            kin_[row].empty() ? std::numeric_limits<double>::infinity() : kin_[row].front().distance;
        return {worth_[row], redundancy, row};
    }

    template <class Referee>
    void remove(std::uint32_t row, Referee& worst) {
        gone_[row] = true;
        worst.remove(row);
        --left_;
        voters_.take(row, [&](std::uint32_t voter) {
            const std::uint32_t chosen = vote(voter);
            if (chosen != none) worst.update(chosen);
        });
        cousins_.take(row, [&](std::uint32_t cousin) {
            if (gone_[cousin]) return;
            point_at_kin(cousin);
            worst.update(cousin);
        });
    }

    /// Gives the vote of `voter` to its nearest remaining neighbour and returns that, or none.
    std::uint32_t vote(std::uint32_t voter) {
        NearestRows& near = neighbors_[voter];
        skip_gone(voter, near);
        if (near.empty()) return none;
        const std::uint32_t chosen = near.front().row;
        // Times C - 1, so that ranks are whole numbers and equal ones are equal.
        worth_[chosen] += labels_[chosen] == labels_[voter] ? others_ : -2;
        voters_.add(voter, chosen);
        return chosen;
    }

    void point_at_kin(std::uint32_t row) {
        skip_gone(row, kin_[row]);
        if (!kin_[row].empty()) cousins_.add(row, kin_[row].front().row);
    }

    void skip_gone(std::uint32_t row, NearestRows& list) {
        const auto skip = [&] {
            while (!list.empty() && gone_[list.front().row]) list.pop();
        };
        skip();
        if (list.empty() && list.was_full()) {
            compact();
            find(row, *compacted_);
            skip();
        }
    }

    /// Keeps the rows that are looked through to twice those that remain, at a cost of two copies in all.
    void compact() {
        if (compacted_ && remaining_.size() < 2 * left_ + scan_rows) return;
        std::erase_if(remaining_, [this](std::uint32_t row) { return gone_[row]; });
        compacted_ = space_.select(remaining_);
    }

    void find_all() {
        constexpr std::size_t tile = 64;
        const std::size_t workers = space_.concurrent() ? worker_count() : 1;
        parallel_for(space_.size(), tile, workers, [this](std::size_t begin, std::size_t end, std::size_t) {
            std::vector<std::unique_ptr<Probe>> probes;
            for (std::size_t row = begin; row < end; ++row) probes.push_back(space_.probe_row(row, space_));
            // Some rows stay in the cache while a whole tile of others looks at them.
            for (std::size_t first = 0; first < space_.size(); first += scan_rows) {
                for (std::size_t row = begin; row < end; ++row) {
                    find_in(space_, first, *probes[row - begin], static_cast<std::uint32_t>(row));
                }
            }
        });
    }

    void find(std::uint32_t row, const Space& space) {
        neighbors_[row].clear();
        kin_[row].clear();
        const auto probe = space.probe_row(row, space_);
        for (std::size_t first = 0; first < space.size(); first += scan_rows) find_in(space, first, *probe, row);
    }

    /// Looks through `scan_rows` of the rows in `space`, which are remaining_ and a few that are gone.
    void find_in(const Space& space, std::size_t first, const Probe& probe, std::uint32_t row) {
        NearestRows& near = neighbors_[row];
        NearestRows& kin = kin_[row];
        std::array<Hit, scan_rows> hits;
        const double bound = gone_[row] ? near.bound() : std::max(near.bound(), kin.bound());
        const std::size_t found = probe.scan(first, std::min(scan_rows, space.size() - first), bound, hits.data());
        for (std::size_t i = 0; i < found; ++i) {
            const Hit hit{hits[i].distance, remaining_[hits[i].row]};
            if (hit.row == row || gone_[hit.row]) continue;
            near.offer(hit);
            if (!gone_[row] && labels_[hit.row] == labels_[row]) kin.offer(hit);
        }
    }

    const Space& space_;
    std::span<const std::uint32_t> labels_;
    std::int64_t others_;
    std::vector<bool> gone_;
    std::vector<NearestRows> neighbors_, kin_;
    std::vector<std::int64_t> worth_;
    Pointers voters_, cousins_;
    std::size_t left_ = space_.size();
    std::vector<std::uint32_t> remaining_;
    std::unique_ptr<Space> compacted_;
};

}  // namespace

std::vector<std::uint32_t> simple_rank(const Space& space, std::span<const std::uint32_t> labels,
                                       std::size_t n_classes) {
    return SimpleRanker(space, labels, n_classes).rank();
}

}  // namespace bestsofar
