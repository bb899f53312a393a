#include "scan/neighbor.hpp"

#include <algorithm>

namespace bestsofar {

void insert(std::vector<Neighbor>& sorted, const Neighbor& neighbor) {
    sorted.insert(std::ranges::upper_bound(sorted, neighbor.distance, {}, &Neighbor::distance), neighbor);
}

void put(Writer& out, const Neighbor& neighbor) {
    out.put(neighbor.distance);
    out.put(neighbor.place);
}

void put(Writer& out, const std::vector<Neighbor>& sorted) {
    out.put(static_cast<std::uint64_t>(sorted.size()));
    for (const Neighbor& neighbor : sorted) put(out, neighbor);
}

Neighbor get_neighbor(Reader& in, const OrderedExemplars& exemplars, std::size_t end) {
    const auto distance = in.get<double>();
    const auto place = in.get<std::uint32_t>();
    if (place >= end || !(distance >= 0)) throw InvalidBytes("a neighbour that no query can have");
    return {distance, place, exemplars.label(place)};
}

std::vector<Neighbor> get_neighbors(Reader& in, const OrderedExemplars& exemplars, std::size_t end, std::size_t count) {
    if (in.get<std::uint64_t>() != count) throw InvalidBytes("a state that no query can have");
    std::vector<Neighbor> sorted;
    for (std::size_t i = 0; i < count; ++i) sorted.push_back(get_neighbor(in, exemplars, end));
    if (!std::ranges::is_sorted(sorted, {}, &Neighbor::distance)) throw InvalidBytes("neighbours out of order");
    return sorted;
}

std::vector<std::uint64_t> rows_of(const std::vector<Neighbor>& neighbors, const OrderedExemplars& exemplars) {
    std::vector<std::uint64_t> rows;
    rows.reserve(neighbors.size());
    for (const Neighbor& neighbor : neighbors) rows.push_back(exemplars.row(neighbor.place));
    return rows;
}

}  // namespace bestsofar
