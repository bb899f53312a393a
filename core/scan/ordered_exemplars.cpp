#include "scan/ordered_exemplars.hpp"

#include <algorithm>
#include <cmath>

#include "scan/scan_query.hpp"

namespace bestsofar {

namespace {

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

std::uint32_t place_in(const std::vector<std::uint32_t>& sorted, std::uint32_t row) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, row) - sorted.begin());
}

std::uint64_t fingerprint_of(const OrderedExemplars& exemplars, Fingerprint fingerprint) {
    fingerprint.add(std::as_bytes(std::span(exemplars.identity())));
    fingerprint.add(exemplars.n_classes()).add(std::as_bytes(std::span(exemplars.order())));
    for (std::size_t place = 0; place < exemplars.size(); ++place) {
        fingerprint.add(exemplars.label(place)).add(exemplars.space().record(place));
    }
    return fingerprint.value();
}

}  // namespace

OrderedExemplars::OrderedExemplars(const Exemplars& exemplars, Fingerprint kind)
    : n_classes_(exemplars.n_classes),
      order_(exemplars.order.begin(), exemplars.order.end()),
      confidence_(exemplars.confidence),
      identity_(exemplars.identity) {
    std::vector<std::uint32_t> rows(order_);
    std::ranges::sort(rows);
    for (std::uint32_t& row : order_) row = place_in(rows, row);
    opening_ = one_of_each_first(order_, exemplars.labels, n_classes_);
    labels_.reserve(order_.size());
    for (const std::uint32_t row : order_) labels_.push_back(exemplars.labels[row]);
    space_ = exemplars.space.select(order_);
    for (std::uint32_t& row : order_) row = rows[row];
    fingerprint_ = fingerprint_of(*this, kind);
}

std::unique_ptr<Query> OrderedExemplars::begin(Record record) const {
    auto query = ask(record);
    query->open();
    return query;
}

std::unique_ptr<Query> OrderedExemplars::resume(std::span<const std::byte> suspended) const {
    return ScanQuery::resume(*this, suspended);
}

std::size_t OrderedExemplars::nbytes() const {
    return space_->nbytes() + (order_.size() + labels_.size()) * sizeof(std::uint32_t);
}

double OrderedExemplars::confidence(std::uint64_t steps, double margin) const {
    if (steps >= size()) return 1;
    // Most labels settle early: progress is even in the logarithm of the steps.
    const double opening = static_cast<double>(opening_);
    const double progress =
        std::log(static_cast<double>(steps) / opening) / std::log(static_cast<double>(size()) / opening);
    return confidence_.at(progress, margin);
}

}  // namespace bestsofar
