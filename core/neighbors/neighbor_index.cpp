#include "neighbors/neighbor_index.hpp"

#include <algorithm>
#include <cmath>

#include "neighbors/neighbor_query.hpp"

namespace bestsofar {

namespace {

std::shared_ptr<const NeighborIndex> shared(const NeighborIndex& index) {
    return std::static_pointer_cast<const NeighborIndex>(index.shared_from_this());
}

/// Moves the first of every class to the front, relative order kept, and returns how many there are.
std::size_t one_of_each_first(std::vector<std::uint32_t>& order, std::span<const std::uint32_t> labels,
                              std::size_t n_classes) {
    std::vector<bool> seen(n_classes);
    std::vector<std::uint32_t> firsts, rest;
    for (const std::uint32_t row : order) {
        (seen[labels[row]] ? rest : firsts).push_back(row);
        seen[labels[row]] = true;
    }
    std::copy(rest.begin(), rest.end(), std::copy(firsts.begin(), firsts.end(), order.begin()));
    return firsts.size();
}

std::uint64_t fingerprint_of(const NeighborIndex& index) {
    Fingerprint fingerprint;
    fingerprint.add(std::as_bytes(std::span(index.identity())));
    fingerprint.add(index.k()).add(index.n_classes()).add(std::as_bytes(std::span(index.order())));
    for (std::size_t place = 0; place < index.size(); ++place) {
        fingerprint.add(index.label(place)).add(index.space().record(place));
    }
    return fingerprint.value();
}

}  // namespace

NeighborIndex::NeighborIndex(const Space& space, std::span<const std::uint32_t> labels,
                             std::span<const std::uint32_t> order, std::size_t n_classes, std::size_t k,
                             Confidence confidence, std::string identity)
    : n_classes_(n_classes),
      k_(k),
      order_(order.begin(), order.end()),
      confidence_(std::move(confidence)),
      identity_(std::move(identity)) {
    opening_ = one_of_each_first(order_, labels, n_classes_);
    labels_.reserve(order_.size());
    for (const std::uint32_t row : order_) labels_.push_back(labels[row]);
    space_ = space.select(order_);
    fingerprint_ = fingerprint_of(*this);
}

std::unique_ptr<Query> NeighborIndex::begin(Record record) const { return NeighborQuery::begin(shared(*this), record); }

std::unique_ptr<Query> NeighborIndex::resume(std::span<const std::byte> suspended) const {
    return NeighborQuery::resume(shared(*this), suspended);
}

std::size_t NeighborIndex::nbytes() const {
    return space_->nbytes() + (order_.size() + labels_.size()) * sizeof(std::uint32_t);
}

double NeighborIndex::confidence(std::uint64_t steps, double margin) const {
    if (steps >= size()) return 1;
    // Most labels settle early: progress is even in the logarithm of the steps.
    const double opening = static_cast<double>(opening_);
    const double progress =
        std::log(static_cast<double>(steps) / opening) / std::log(static_cast<double>(size()) / opening);
    return confidence_.at(progress, margin);
}

}  // namespace bestsofar
