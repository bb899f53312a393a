#include "distance/space.hpp"

#include <algorithm>
#include <limits>

namespace bestsofar {

void Probe::measure(std::size_t first, std::size_t count, double* distances) const {
    std::vector<Hit> hits(count);
    // Without a bound every row is a hit.
    scan(first, count, std::numeric_limits<double>::infinity(), hits.data());
    std::transform(hits.begin(), hits.end(), distances, [](const Hit& hit) { return hit.distance; });
}

}  // namespace bestsofar
