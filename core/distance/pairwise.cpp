#include "distance/pairwise.hpp"

namespace bestsofar {

namespace {

std::vector<double> all_of(const Space& space, const Probe& probe) {
    std::vector<double> measured(space.size());
    probe.measure(0, space.size(), measured.data());
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
