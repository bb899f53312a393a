#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "bayes_tree/node.hpp"

namespace bestsofar {

/// What is further away is as far as this, and so is what a damaged file makes of a density.
constexpr double least_density = -1e300;

/// The entries of a node as a query sees them, groups before kernels. Behind the head lie their numbers, quantity by
/// quantity, each in whole vectors: what is behind the last entry weighs nothing.
struct Siblings {
    const GroupHead* groups;    ///< where they lie in the tree
    const KernelHead* kernels;  ///< too
    Siblings* before;           ///< those that the same class had before
    std::uint32_t number;       ///< in the order they came
    std::uint32_t n_groups;
    std::uint32_t count;
    std::uint32_t room;  ///< of each quantity
    std::uint32_t best;  ///< the place of the highest hope
    double sum;          ///< of the shares

    static constexpr std::size_t quantities = 4;

    /// Logarithms.
    [[nodiscard]] double* density() { return reinterpret_cast<double*>(this + 1); }
    /// Numbers of rows, or what they were made; 0: replaced.
    [[nodiscard]] double* weight() { return density() + room; }
    /// Of the sum of a frontier, in its multiples.
    [[nodiscard]] double* share() { return weight() + room; }
    /// The density, if the node below can be read.
    [[nodiscard]] double* hope() { return share() + room; }

    [[nodiscard]] const double* density() const { return const_cast<Siblings*>(this)->density(); }
    [[nodiscard]] const double* weight() const { return const_cast<Siblings*>(this)->weight(); }
    [[nodiscard]] const double* share() const { return const_cast<Siblings*>(this)->share(); }
    [[nodiscard]] const double* hope() const { return const_cast<Siblings*>(this)->hope(); }

    [[nodiscard]] std::uint32_t row(std::size_t i) const {
        return i < n_groups ? groups[i].row : kernels[i - n_groups].row;
    }
};

/// All siblings that a query has read. They stay where they are.
class AllSiblings {
public:
    /// With room for so many entries, a whole number of vectors.
    [[nodiscard]] Siblings& add(std::size_t room);

private:
    std::vector<std::unique_ptr<std::byte[]>> pieces_;
    std::byte* free_ = nullptr;
    std::size_t left_ = 0;
    std::uint32_t count_ = 0;
};

}  // namespace bestsofar
