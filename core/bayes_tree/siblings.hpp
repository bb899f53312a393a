#pragma once

#include <cstdint>
#include <new>

#include "arena.hpp"
#include "bayes_tree/pages.hpp"

namespace bestsofar {

/// What is further away is as far as this, and so is what a damaged file makes of a density.
constexpr double least_density = -1e300;

/// The entries of a node as a query sees them, groups before kernels. After the head come their numbers, quantity by
/// quantity, each in whole vectors: what comes after the last entry weighs nothing.
struct Siblings {
    const Pages::Address* children;  ///< of the groups; where they lie in the tree
    const std::uint32_t* rows;       ///< too
    std::uint32_t n_groups;
    std::uint32_t count;
    std::uint32_t room;  ///< of each quantity
    std::uint32_t best;  ///< the place of the highest priority
    double sum;          ///< of the shares

    static constexpr std::size_t quantities = 4;

    /// Logarithms.
    [[nodiscard]] double* density() { return reinterpret_cast<double*>(this + 1); }
    /// Numbers of rows, or what they were made; 0: replaced.
    [[nodiscard]] double* weight() { return density() + room; }
    /// Parts of the sum of a frontier, in units of its scale.
    [[nodiscard]] double* share() { return weight() + room; }
    /// The density, if the node below can be read: the highest is read next.
    [[nodiscard]] double* priority() { return share() + room; }

    [[nodiscard]] const double* density() const { return const_cast<Siblings*>(this)->density(); }
    [[nodiscard]] const double* weight() const { return const_cast<Siblings*>(this)->weight(); }
    [[nodiscard]] const double* share() const { return const_cast<Siblings*>(this)->share(); }
    [[nodiscard]] const double* priority() const { return const_cast<Siblings*>(this)->priority(); }
};

/// With room for this many entries, which fill whole vectors.
[[nodiscard]] inline Siblings& new_siblings(std::size_t room, Arena& memory) {
    const std::size_t length = sizeof(Siblings) + Siblings::quantities * room * sizeof(double);
    auto* const added = new (memory.allocate(length)) Siblings;
    added->room = static_cast<std::uint32_t>(room);
    return *added;
}

}  // namespace bestsofar
