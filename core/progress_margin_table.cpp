#include "progress_margin_table.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace bestsofar {

namespace {

struct Between {
    std::size_t lower;
    double share;  ///< of the point above
};

Between on_grid(double value, std::size_t points) {
    const double within = value > 0 ? std::min(value, 1.0) : 0.0;  // NaN is nothing
    const double place = within * static_cast<double>(points - 1);
    const std::size_t lower = std::min(static_cast<std::size_t>(place), points - 2);
    return {lower, place - static_cast<double>(lower)};
}

double mix(double below, double above, double share) { return below + (above - below) * share; }

}  // namespace

ProgressMarginTable::ProgressMarginTable(std::vector<double> table, std::size_t margins)
    : table_(std::move(table)), margins_(margins), rows_(margins == 0 ? 0 : table_.size() / margins) {
    if (margins_ < 2 || rows_ < 2 || rows_ * margins_ != table_.size()) {
        throw std::invalid_argument("a confidence table needs two points of progress and of margin at least");
    }
}

double ProgressMarginTable::at(double progress, double margin) const {
    const auto [row, down] = on_grid(progress, rows_);
    const auto [column, right] = on_grid(margin, margins_);
    const double* const above = table_.data() + row * margins_ + column;
    const double* const below = above + margins_;
    return mix(mix(above[0], above[1], right), mix(below[0], below[1], right), down);
}

double progress_of(std::uint64_t steps, std::size_t opening, std::size_t total) {
    const auto least = static_cast<double>(opening);
    return std::log(static_cast<double>(steps) / least) / std::log(static_cast<double>(total) / least);
}

}  // namespace bestsofar
