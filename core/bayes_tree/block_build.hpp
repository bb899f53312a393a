#pragma once

#include <cstddef>

#include "bayes_tree/class_tree.hpp"

namespace bestsofar {

/// How many features may vary together, and in how many levels from the top: the first has the root alone.
struct BlockRule {
    std::size_t block_size;
    std::size_t levels;
};

/// Gives the groups of the upper levels correlated blocks, found in the rows below them.
template <class T>
void add_blocks(ClassTree<T>& tree, const BlockRule& rule);

}  // namespace bestsofar
