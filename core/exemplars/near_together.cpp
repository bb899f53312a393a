#include "exemplars/near_together.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "distance/pairwise.hpp"
#include "interruption.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

using Rows = std::vector<std::uint32_t>;

/// The places of a space: first the `nearer` ones that are nearer to one at its rim than the others are.
Rows from_the_rim(const Space& space, std::size_t nearer) {
    const std::vector<double> from_first = reduced_distances(space, 0);
    const auto rim = std::ranges::max_element(from_first) - from_first.begin();
    const std::vector<double> distances = reduced_distances(space, static_cast<std::size_t>(rim));
    Rows places = first_rows(space.size());
    std::ranges::nth_element(places, places.begin() + static_cast<std::ptrdiff_t>(nearer), {},
                             [&](std::uint32_t place) { return std::pair(distances[place], place); });
    return places;
}

void gather(const Space& space, std::size_t few, std::span<std::uint32_t> rows) {
    if (rows.size() <= few) return;
    throw_if_interrupted();
    const std::unique_ptr<const Space> here = space.select(rows);
    const Rows before(rows.begin(), rows.end());
    const std::size_t half = (rows.size() / 2 + few - 1) / few * few;
    std::ranges::transform(from_the_rim(*here, half), rows.begin(), [&](std::uint32_t place) { return before[place]; });
    gather(space, few, rows.first(half));
    gather(space, few, rows.subspan(half));
}

}  // namespace

std::vector<std::uint32_t> near_together(const Space& space, std::size_t few) {
    Rows rows = first_rows(space.size());
    gather(space, few, rows);
    return rows;
}

}  // namespace bestsofar
