#include "scan/ordered_exemplars.hpp"

#include <algorithm>

#include "rows.hpp"
#include "scan/scan_query.hpp"

namespace bestsofar {

namespace {

/// Moves the first of every class to the front, relative order kept.
void one_of_each_first(std::vector<std::uint32_t>& order, std::span<const std::uint32_t> labels,
                       std::size_t n_classes) {
    std::vector<bool> seen(n_classes);
    std::vector<std::uint32_t> firsts, rest;
    for (const std::uint32_t row : order) {
        (seen[labels[row]] ? rest : firsts).push_back(row);
        seen[labels[row]] = true;
    }
    std::copy(rest.begin(), rest.end(), std::copy(firsts.begin(), firsts.end(), order.begin()));
}

std::uint32_t place_in(const std::vector<std::uint32_t>& sorted, std::uint32_t row) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(sorted, row) - sorted.begin());
}

std::uint64_t fingerprint_of(const ArrangedExemplars& exemplars, Fingerprint fingerprint) {
    fingerprint.add(std::as_bytes(std::span(exemplars.identity)));
    fingerprint.add<std::uint64_t>(exemplars.n_classes).add(std::as_bytes(exemplars.order.values()));
    for (std::size_t place = 0; place < exemplars.order.size(); ++place) {
        fingerprint.add(exemplars.labels[place]).add(exemplars.space->record(place));
    }
    return fingerprint.value();
}

/// How many classes there are among the labels, of which the first must all differ.
std::size_t opening_of(std::span<const std::uint32_t> labels, std::size_t n_classes) {
    if (labels.empty() || std::ranges::max(labels) >= n_classes) throw InvalidBytes("labels of no class");
    std::vector<bool> seen(n_classes);
    std::size_t opening = 0;
    for (std::size_t place = 0; place < labels.size() && opening < n_classes; ++place) {
        if (seen[labels[place]]) continue;
        seen[labels[place]] = true;
        if (opening++ < place) throw InvalidBytes("exemplars in an order that no model has");
    }
    return opening;
}

}  // namespace

ArrangedExemplars arrange(const Exemplars& exemplars, Fingerprint kind) {
    std::vector<std::uint32_t> order(exemplars.order.begin(), exemplars.order.end());
    std::vector<std::uint32_t> rows(order);
    std::ranges::sort(rows);
    for (std::uint32_t& row : order) row = place_in(rows, row);
    one_of_each_first(order, exemplars.labels, exemplars.n_classes);
    std::vector<std::uint32_t> labels = labels_of(exemplars.labels, order);
    std::shared_ptr<const Space> space = exemplars.space.select(order);
    for (std::uint32_t& row : order) row = rows[row];
    ArrangedExemplars arranged{std::move(space),
                               std::move(labels),
                               std::move(order),
                               exemplars.n_classes,
                               exemplars.confidence,
                               exemplars.identity,
                               0};
    arranged.fingerprint = fingerprint_of(arranged, kind);
    return arranged;
}

OrderedExemplars::OrderedExemplars(ArrangedExemplars exemplars)
    : parts_(std::move(exemplars)), opening_(opening_of(parts_.labels.values(), parts_.n_classes)) {
    if (parts_.space->size() != size() || parts_.labels.size() != size()) {
        throw InvalidBytes("exemplars, labels and an order of different lengths");
    }
}

std::unique_ptr<Query> OrderedExemplars::begin(Record record) const {
    auto query = ask(record);
    query->open();
    return query;
}

std::unique_ptr<Query> OrderedExemplars::resume(std::span<const std::byte> suspended) const {
    return ScanQuery::resume(*this, suspended);
}

std::size_t OrderedExemplars::nbytes() const { return parts_.space->nbytes() + 2 * size() * sizeof(std::uint32_t); }

double OrderedExemplars::confidence(std::uint64_t steps, double margin) const {
    if (steps >= size()) return 1;
    return parts_.confidence.at(progress_of(steps, opening_, size()), margin);
}

}  // namespace bestsofar
