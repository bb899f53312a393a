#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bestsofar {

/// What calibration found, by progress and by margin: how often the label a query had was the one it ended with, or
/// what one more step gains. Both run from 0 to 1 on an even grid; between its points the table is interpolated.
class ProgressMarginTable {
public:
    /// `table` holds one row of `margins` values for each point of progress.
    ProgressMarginTable(std::vector<double> table, std::size_t margins);

    [[nodiscard]] const std::vector<double>& table() const { return table_; }
    [[nodiscard]] std::size_t margins() const { return margins_; }
    [[nodiscard]] double at(double progress, double margin) const;

private:
    std::vector<double> table_;
    std::size_t margins_;
    std::size_t rows_;
};

/// From 0, after the opening, to 1, at the end. Most labels settle early: it is even in the logarithm of the steps.
[[nodiscard]] double progress_of(std::uint64_t steps, std::size_t opening, std::size_t total);

}  // namespace bestsofar
