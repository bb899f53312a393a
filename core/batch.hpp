#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model.hpp"

namespace bestsofar {

/// Many objects, one query each, answered on all cores.
struct Batch {
    const Model& model;
    std::span<const Record> records;
};

/// What each query may use; its clock starts when the query begins.
struct Limits {
    std::optional<std::uint64_t> steps;  ///< the first, uninterruptible ones included
    std::optional<double> seconds;
};

/// The label of each row.
[[nodiscard]] std::vector<std::uint32_t> predict(const Batch& batch, const Limits& limits);

/// The share of each class, row after row.
[[nodiscard]] std::vector<double> predict_proba(const Batch& batch, const Limits& limits);

/// What queries thought on their way: one row each, one column for each checkpoint.
struct Trace {
    std::vector<std::uint32_t> labels;
    std::vector<double> margins;
};

/// `checkpoints`: ascending step counts. Each query is run once, whatever their number.
[[nodiscard]] Trace trace(const Batch& batch, std::span<const std::uint64_t> checkpoints);

}  // namespace bestsofar
