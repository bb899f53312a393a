#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bayes_tree/frontier.hpp"

namespace bestsofar {

/// The entries with the largest shares in some frontiers.
class Largest {
public:
    explicit Largest(std::size_t most) : most_(most) { all_.reserve(most); }

    /// Fast if what was added before is larger.
    void add(const Frontier& frontier);
    /// Rows that stand for the entries, the largest first.
    [[nodiscard]] std::vector<std::uint64_t> rows() const;

private:
    void add(const Siblings& siblings, double least);
    /// A lower bound of the shares in the frontier that are large enough.
    [[nodiscard]] double least_share(const Frontier& frontier) const;

    std::size_t most_;
    std::vector<std::pair<double, std::uint32_t>> all_;  ///< logarithms of shares, negated, and rows
};

}  // namespace bestsofar
