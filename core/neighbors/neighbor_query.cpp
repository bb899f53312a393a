#include "neighbors/neighbor_query.hpp"

#include <algorithm>
#include <array>

#include "break_tie.hpp"

namespace bestsofar {

NeighborQuery::NeighborQuery(const std::shared_ptr<const NeighborIndex>& index, Record record)
    : ScanQuery(index, record), k_(std::min(index->k(), index->size())), nearest_(k_, index->n_classes()) {}

void NeighborQuery::read(std::size_t first, std::size_t count) {
    std::array<Hit, longest_scan> hits;
    const std::size_t found = probe().scan(first, count, nearest_.bound(), hits.data());
    for (std::size_t i = 0; i < found; ++i) {
        nearest_.offer({hits[i].distance, hits[i].row, exemplars().label(hits[i].row)});
    }
}

std::vector<double> NeighborQuery::proba() const {
    const auto& votes = nearest_.votes();
    const auto all = static_cast<double>(nearest_.list().size());
    std::vector<double> shares(votes.size());
    std::transform(votes.begin(), votes.end(), shares.begin(), [all](std::uint32_t n) { return n / all; });
    break_tie(shares, label());
    return shares;
}

double NeighborQuery::margin() const {
    const auto [own, other] = own_and_other();
    return own < other ? 1 - own / other : 0;
}

double NeighborQuery::distance_ratio() const {
    const auto [own, other] = own_and_other();
    return own < other ? other / own : 1;
}

std::pair<double, double> NeighborQuery::own_and_other() const {
    const Space& space = exemplars().space();
    return {space.distance(nearest_.own_distance()), space.distance(nearest_.other_distance())};
}

std::vector<std::uint64_t> NeighborQuery::neighbors() const { return rows_of(nearest_.list(), exemplars()); }

void NeighborQuery::put_state(Writer& out) const {
    put(out, nearest_.list());
    put(out, nearest_.rival());
}

void NeighborQuery::get_state(Reader& in) {
    const std::size_t read = steps();
    std::vector<Neighbor> list = get_neighbors(in, exemplars(), read, std::min(k_, read));
    nearest_.restore(std::move(list), get_neighbor(in, exemplars(), read));
}

}  // namespace bestsofar
