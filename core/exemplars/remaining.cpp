#include "exemplars/remaining.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "parallel.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t scan_rows = 128;

// A row looks its neighbours up again only when all of these are gone.
constexpr std::size_t kept_neighbors = 16;
constexpr std::size_t kept_kin = 8;

}  // namespace

Remaining::Remaining(const Space& space, std::span<const std::uint32_t> labels)
    : space_(space),
      labels_(labels),
      left_(space.size()),
      gone_(space.size()),
      neighbors_(space.size(), NearestRows(kept_neighbors)),
      kin_(space.size(), NearestRows(kept_kin)),
      rows_(space.size()) {
    std::iota(rows_.begin(), rows_.end(), 0);
    find_all();
}

void Remaining::remove(std::uint32_t row) {
    gone_[row] = true;
    --left_;
}

std::uint32_t Remaining::neighbor(std::uint32_t row) { return first(row, neighbors_[row]); }

std::uint32_t Remaining::kin(std::uint32_t row) { return first(row, kin_[row]); }

double Remaining::redundancy(std::uint32_t row) const {
    return kin_[row].empty() ? std::numeric_limits<double>::infinity() : kin_[row].front().distance;
}

std::uint32_t Remaining::first(std::uint32_t row, NearestRows& list) {
    const auto skip = [&] {
        while (!list.empty() && gone_[list.front().row]) list.pop();
    };
    skip();
    if (list.empty() && list.was_full()) {
        compact();
        find(row, *compacted_);
        skip();
    }
    return list.empty() ? none : list.front().row;
}

/// Keeps the rows that are looked through to twice those that remain, at a cost of two copies in all.
void Remaining::compact() {
    if (compacted_ && rows_.size() < 2 * left_ + scan_rows) return;
    std::erase_if(rows_, [this](std::uint32_t row) { return gone_[row]; });
    compacted_ = space_.select(rows_);
}

void Remaining::find_all() {
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

void Remaining::find(std::uint32_t row, const Space& space) {
    neighbors_[row].clear();
    kin_[row].clear();
    const auto probe = space.probe_row(row, space_);
    for (std::size_t first = 0; first < space.size(); first += scan_rows) find_in(space, first, *probe, row);
}

/// Looks through `scan_rows` of the rows in `space`, which are rows_: those that remain and a few that are gone.
void Remaining::find_in(const Space& space, std::size_t first, const Probe& probe, std::uint32_t row) {
    NearestRows& near = neighbors_[row];
    NearestRows& kin = kin_[row];
    std::array<Hit, scan_rows> hits;
    const double bound = gone_[row] ? near.bound() : std::max(near.bound(), kin.bound());
    const std::size_t found = probe.scan(first, std::min(scan_rows, space.size() - first), bound, hits.data());
    for (std::size_t i = 0; i < found; ++i) {
        const Hit hit{hits[i].distance, rows_[hits[i].row]};
        if (hit.row == row || gone_[hit.row]) continue;
        near.offer(hit);
        if (!gone_[row] && labels_[hit.row] == labels_[row]) kin.offer(hit);
    }
}

}  // namespace bestsofar
