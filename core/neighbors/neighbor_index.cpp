#include "neighbors/neighbor_index.hpp"

#include "neighbors/neighbor_query.hpp"

namespace bestsofar {

NeighborIndex::NeighborIndex(const Exemplars& exemplars, std::size_t k)
    : NeighborIndex(arrange(exemplars, Fingerprint().add('N').add<std::uint64_t>(k)), k) {}

NeighborIndex::NeighborIndex(ArrangedExemplars exemplars, std::size_t k)
    : OrderedExemplars(std::move(exemplars)), k_(k) {
    if (k == 0) throw InvalidBytes("no neighbour that could vote");
}

std::unique_ptr<ScanQuery> NeighborIndex::ask(Record record) const {
    return std::make_unique<NeighborQuery>(shared_model(*this), record);
}

}  // namespace bestsofar
