#include "distance/pairwise.hpp"

#include <algorithm>
#include <limits>

namespace bestsofar {

namespace {

std::vector<double> all_of(const Space& space, const Probe& probe) {
    std::vector<Hit> hits(space.size());
    // Without a bound every row is a hit.
    probe.scan(0, space.size(), std::numeric_limits<double>::infinity(), hits.data());
    std::vector<double> measured(space.size());
    std::transform(hits.begin(), hits.end(), measured.begin(), [](const Hit& hit) { return hit.distance; });
    return measured;
}

}  // namespace

std::vector<double> distances(const Space& space, Record record) {
    std::vector<double> measured = all_of(space, *space.probe(record));
    for (double& value : measured) value = space.distance(value);
    return measured;
}

std::vector<double> reduced_distances(const Space& space, std::size_t row) {
    return all_of(space, *space.probe_row(row, space));
}

}  // namespace bestsofar
