#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace bestsofar {

/// The first `count` rows, in their order.
[[nodiscard]] inline std::vector<std::uint32_t> first_rows(std::size_t count) {
    std::vector<std::uint32_t> rows(count);
    std::iota(rows.begin(), rows.end(), std::uint32_t{0});
    return rows;
}

/// The labels of some rows.
[[nodiscard]] inline std::vector<std::uint32_t> labels_of(std::span<const std::uint32_t> labels,
                                                          std::span<const std::uint32_t> rows) {
    std::vector<std::uint32_t> chosen;
    chosen.reserve(rows.size());
    for (const std::uint32_t row : rows) chosen.push_back(labels[row]);
    return chosen;
}

/// The rows of each class, in their order.
[[nodiscard]] inline std::vector<std::vector<std::uint32_t>> rows_by_class(std::span<const std::uint32_t> labels,
                                                                           std::size_t n_classes) {
    std::vector<std::vector<std::uint32_t>> rows(n_classes);
    for (std::uint32_t row = 0; row < labels.size(); ++row) rows[labels[row]].push_back(row);
    return rows;
}

}  // namespace bestsofar
