#include "neighbors/neighbor_query.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace bestsofar {

namespace {

// Hits of one scan live on the stack; a longer run of rows is read in several scans.
constexpr std::size_t longest_scan = 256;

constexpr std::uint64_t suspended_format = 0x31'59'52'45'55'51'46'53;  // "SFQUERY1", little endian

void put(Writer& out, const Neighbor& neighbor) {
    out.put(neighbor.distance);
    out.put(neighbor.place);
}

/// One of the exemplars before `end`.
Neighbor get_neighbor(Reader& in, const NeighborIndex& index, std::size_t end) {
    const auto distance = in.get<double>();
    const auto place = in.get<std::uint32_t>();
    if (place >= end || !(distance >= 0)) throw InvalidBytes("a neighbour that no query can have");
    return {distance, place, index.label(place)};
}

}  // namespace

NeighborQuery::NeighborQuery(std::shared_ptr<const NeighborIndex> index, Record record)
    : index_(std::move(index)),
      record_(record.bytes.begin(), record.bytes.end()),
      probe_(index_->space().probe(record)),
      nearest_(std::min(index_->k(), index_->size()), index_->n_classes()) {}

std::unique_ptr<NeighborQuery> NeighborQuery::begin(std::shared_ptr<const NeighborIndex> index, Record record) {
    const std::size_t opening = index->opening();
    std::unique_ptr<NeighborQuery> query(new NeighborQuery(std::move(index), record));
    while (query->place_ < opening) query->read(std::min(longest_scan, opening - query->place_));
    if (query->done()) query->stop_ = Stop::complete;
    return query;
}

Stop NeighborQuery::advance(Budget& budget) {
    const std::size_t grain = std::min(index_->space().grain(), longest_scan);
    while (!done()) {
        // Up to a multiple of the grain, so that whole blocks are read again after an odd start.
        const std::size_t wanted = std::min(grain - place_ % grain, index_->size() - place_);
        const std::size_t granted = budget.grant(wanted);
        if (granted == 0) return budget.stop();
        read(granted);
        budget.spend(granted);
    }
    return Stop::complete;
}

void NeighborQuery::read(std::size_t count) {
    std::array<Hit, longest_scan> hits;
    const std::size_t found = probe_->scan(place_, count, nearest_.bound(), hits.data());
    for (std::size_t i = 0; i < found; ++i) {
        nearest_.offer({hits[i].distance, hits[i].row, index_->label(hits[i].row)});
    }
    place_ += count;
}

std::vector<double> NeighborQuery::proba() const {
    const auto& votes = nearest_.votes();
    const auto all = static_cast<double>(nearest_.list().size());
    std::vector<double> shares(votes.size());
    std::transform(votes.begin(), votes.end(), shares.begin(), [all](std::uint32_t n) { return n / all; });
    // Where a tie was decided, the largest share tells for whom, by the smallest difference there is.
    shares[label()] = std::nextafter(shares[label()], 1.0);
    return shares;
}

double NeighborQuery::margin() const {
    const double own = index_->space().distance(nearest_.own_distance());
    const double other = index_->space().distance(nearest_.other_distance());
    return own < other ? 1 - own / other : 0;
}

std::vector<std::uint32_t> NeighborQuery::neighbors() const {
    std::vector<std::uint32_t> rows;
    rows.reserve(nearest_.list().size());
    for (const Neighbor& neighbor : nearest_.list()) rows.push_back(index_->row(neighbor.place));
    return rows;
}

Bytes NeighborQuery::suspend() const {
    Writer out;
    out.put(suspended_format);
    out.put(index_->fingerprint());
    out.put(static_cast<std::uint64_t>(place_));
    out.put(stop_);
    out.put(static_cast<std::uint64_t>(nearest_.list().size()));
    for (const Neighbor& neighbor : nearest_.list()) put(out, neighbor);
    put(out, nearest_.rival());
    out.put(record_);
    return std::move(out).finish();
}

std::unique_ptr<NeighborQuery> NeighborQuery::resume(std::shared_ptr<const NeighborIndex> index,
                                                     std::span<const std::byte> suspended) {
    Reader in(suspended);
    if (in.get<std::uint64_t>() != suspended_format) throw InvalidBytes("bytes of another kind");
    if (in.get<std::uint64_t>() != index->fingerprint()) throw InvalidBytes("a query of another model");
    const auto place = in.get<std::uint64_t>();
    const auto stop = in.get<Stop>();
    const auto count = in.get<std::uint64_t>();
    if (place < index->opening() || place > index->size() || stop > Stop::seconds ||
        count != std::min(index->k(), place)) {
        throw InvalidBytes("a state that no query can have");
    }
    std::vector<Neighbor> list;
    for (std::uint64_t i = 0; i < count; ++i) list.push_back(get_neighbor(in, *index, place));
    if (!std::ranges::is_sorted(list, {}, &Neighbor::distance)) throw InvalidBytes("neighbours out of order");
    const Neighbor rival = get_neighbor(in, *index, place);
    try {
        const Record record(index->space().kind(), in.get(in.left()));
        std::unique_ptr<NeighborQuery> query(new NeighborQuery(std::move(index), record));
        query->nearest_.restore(std::move(list), rival);
        query->place_ = place;
        query->stop_ = stop;
        return query;
    } catch (const InvalidRecord& error) {
        throw InvalidBytes(error.what());
    }
}

}  // namespace bestsofar
