#include "exemplars/nearest_remaining.hpp"

#include <algorithm>
#include <limits>

namespace bestsofar {

namespace {

// A row looks its neighbours up again only when all of these are gone.
constexpr std::size_t first_neighbors = 16;
constexpr std::size_t first_kin = 8;

}  // namespace

NearestRemaining::NearestRemaining(const Space& space, std::span<const std::uint32_t> labels)
    : labels_(labels),
      remaining_(space),
      neighbors_(space.size(), NearestRows(first_neighbors)),
      kin_(space.size(), NearestRows(first_kin)) {
    remaining_.look_from_all(*this);
}

double NearestRemaining::redundancy(std::uint32_t row) const {
    return kin_[row].empty() ? std::numeric_limits<double>::infinity() : kin_[row].front().distance;
}

std::uint32_t NearestRemaining::first(std::uint32_t row, NearestRows& list) {
    const auto skip = [&] {
        while (!list.empty() && gone(list.front().row)) list.pop();
    };
    skip();
    if (list.empty() && list.was_full()) {
        list.widen();
        neighbors_[row].clear();
        kin_[row].clear();
        remaining_.look_from(row, *this);
        skip();
    }
    return list.empty() ? none : list.front().row;
}

double NearestRemaining::bound(std::uint32_t row) const {
    return gone(row) ? neighbors_[row].bound() : std::max(neighbors_[row].bound(), kin_[row].bound());
}

void NearestRemaining::offer(std::uint32_t row, const Hit& hit) {
    neighbors_[row].offer(hit);
    if (!gone(row) && labels_[hit.row] == labels_[row]) kin_[row].offer(hit);
}

}  // namespace bestsofar
