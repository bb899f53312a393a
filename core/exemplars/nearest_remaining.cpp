#include "exemplars/nearest_remaining.hpp"

#include <algorithm>
#include <limits>

namespace bestsofar {

namespace {

// A row looks its neighbours up again only when all of these are gone; where two are asked for, when one is left.
constexpr std::size_t first_neighbors = 16;
constexpr std::size_t first_kin = 8;

}  // namespace

NearestRemaining::NearestRemaining(const Space& space, std::span<const std::uint32_t> labels)
    : labels_(labels),
      remaining_(space),
      neighbors_(space.size(), NearestRows(first_neighbors)),
      kin_(space.size(), NearestRows(first_kin)),
      pointing_kin_(space.size(), space.size()) {
    remaining_.look_from_all(*this);
    for (std::uint32_t row = 0; row < space.size(); ++row) point_at_kin(row);
}

std::uint32_t NearestRemaining::neighbor(std::uint32_t row) {
    const auto found = nearest(row, neighbors_[row], 1);
    return found.empty() ? none : found[0].row;
}

NearestRemaining::Two NearestRemaining::two_neighbors(std::uint32_t row) {
    const auto found = nearest(row, neighbors_[row], 2);
    return {found.empty() ? none : found[0].row, found.size() < 2 ? none : found[1].row};
}

double NearestRemaining::redundancy(std::uint32_t row) const {
    return kin_[row].empty() ? std::numeric_limits<double>::infinity() : kin_[row].front().distance;
}

void NearestRemaining::point_at_kin(std::uint32_t row) {
    const auto found = nearest(row, kin_[row], 1);
    if (!found.empty()) pointing_kin_.add(row, found[0].row);
}

std::span<const Hit> NearestRemaining::nearest(std::uint32_t row, NearestRows& list, std::size_t count) {
    const auto use_up = [&] { list.keep_in_front(count, [this](std::uint32_t other) { return gone(other); }); };
    use_up();
    if (list.rows().size() < count && list.was_full() && list.all_alike()) {
        go_on_among_equals(row, list);
        use_up();
    }
    if (list.rows().size() < count && list.was_full()) {
        list.widen();
        neighbors_[row].clear();
        kin_[row].clear();
        remaining_.look_from(row, *this);
        use_up();
    }
    return list.rows().first(std::min(count, list.rows().size()));
}

/// A seeker of rows that are as near as the last of a list.
class NearestRemaining::Equals {
public:
    Equals(NearestRows& list, std::span<const std::uint32_t> labels, bool of_its_class)
        : list_(list), distance_(list.last().distance), labels_(labels), of_its_class_(of_its_class) {}

    [[nodiscard]] double bound(std::uint32_t) const { return std::numeric_limits<double>::infinity(); }
    void offer(std::uint32_t row, const Hit& hit) {
        const bool counts = !of_its_class_ || labels_[hit.row] == labels_[row];
        if (counts && hit.distance == distance_) list_.append(hit);
    }

private:
    NearestRows& list_;
    double distance_;
    std::span<const std::uint32_t> labels_;
    bool of_its_class_;
};

/// Where many rows are equal, a list ends among them. All that were nearer are in it, so it may continue after its
/// last: looking at all that remain, time after time, would grow with the cube of their number.
void NearestRemaining::go_on_among_equals(std::uint32_t row, NearestRows& list) {
    Equals equals(list, labels_, &list == &kin_[row]);
    const std::uint32_t last = list.last().row;
    list.forget_used();
    list.widen();
    remaining_.look_behind(last, row, equals, [&list] { return list.full(); });
}

double NearestRemaining::bound(std::uint32_t row) const {
    return gone(row) ? neighbors_[row].bound() : std::max(neighbors_[row].bound(), kin_[row].bound());
}

void NearestRemaining::offer(std::uint32_t row, const Hit& hit) {
    neighbors_[row].offer(hit);
    if (!gone(row) && labels_[hit.row] == labels_[row]) kin_[row].offer(hit);
}

}  // namespace bestsofar
