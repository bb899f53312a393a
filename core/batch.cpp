#include "batch.hpp"

#include <algorithm>

#include "parallel.hpp"

namespace bestsofar {

namespace {

// Small enough to share a batch evenly, large enough to pay for the hand-over.
constexpr std::size_t rows_at_once = 8;

template <class Visit>
void for_each_row(const Batch& batch, Visit visit) {
    parallel_for(batch.records.size(), rows_at_once, workers_for(batch.model),
                 [&](std::size_t begin, std::size_t end, std::size_t) {
                     for (std::size_t row = begin; row < end; ++row) visit(row);
                 });
}

std::unique_ptr<Query> answer(const Batch& batch, std::size_t row, const Limits& limits) {
    Budget budget(limits.steps, limits.seconds);
    auto query = batch.model.begin(batch.records[row]);
    budget.spend(query->steps());
    query->refine(budget);
    return query;
}

}  // namespace

std::vector<std::uint32_t> predict(const Batch& batch, const Limits& limits) {
    std::vector<std::uint32_t> labels(batch.records.size());
    for_each_row(batch, [&](std::size_t row) { labels[row] = answer(batch, row, limits)->label(); });
    return labels;
}

std::vector<double> predict_proba(const Batch& batch, const Limits& limits) {
    const std::size_t classes = batch.model.n_classes();
    std::vector<double> shares(batch.records.size() * classes);
    for_each_row(batch, [&](std::size_t row) {
        std::ranges::copy(answer(batch, row, limits)->proba(),
                          shares.begin() + static_cast<std::ptrdiff_t>(row * classes));
    });
    return shares;
}

Trace trace(const Batch& batch, std::span<const std::uint64_t> checkpoints) {
    const std::size_t cells = batch.records.size() * checkpoints.size();
    Trace all{std::vector<std::uint32_t>(cells), std::vector<double>(cells)};
    for_each_row(batch, [&](std::size_t row) {
        const auto query = batch.model.begin(batch.records[row]);
        for (std::size_t column = 0; column < checkpoints.size(); ++column) {
            const std::uint64_t done = query->steps();
            Budget budget(checkpoints[column] > done ? checkpoints[column] - done : 0, std::nullopt);
            query->refine(budget);
            all.labels[row * checkpoints.size() + column] = query->label();
            all.margins[row * checkpoints.size() + column] = query->margin();
        }
    });
    return all;
}

}  // namespace bestsofar
