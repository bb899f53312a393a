#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bestsofar {

/// Features of a group that vary together.
struct Block {
    std::vector<std::uint32_t> features;  ///< ascending
    std::vector<double> correlations;     ///< row by row

    [[nodiscard]] double correlation(std::size_t i, std::size_t j) const {
        return correlations[i * features.size() + j];
    }
};

/// What an entry of the upper levels is beyond the mean and the variances of its rows.
struct Shape {
    double weight = 1;                       ///< of each of its rows
    std::vector<double> mean{}, variance{};  ///< in the place of those of its rows; empty: these
    std::vector<Block> blocks{};             ///< a feature in none of them varies alone

    [[nodiscard]] std::size_t nbytes() const {
        std::size_t sum = sizeof(Shape) + (mean.size() + variance.size()) * sizeof(double);
        for (const Block& block : blocks) {
            sum += sizeof(Block) + block.features.size() * sizeof(std::uint32_t) +
                   block.correlations.size() * sizeof(double);
        }
        return sum;
    }
};

}  // namespace bestsofar
