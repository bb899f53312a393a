#pragma once

#include <cstdint>
#include <span>

#include "bayes_tree/class_tree.hpp"

namespace bestsofar {

/// Puts one more row into a tree, as into an R-tree (Guttman 1984): down to the entry whose box has to grow least,
/// always measured by the margin, the sum of a box's edges, as volumes vanish in many dimensions. A row that equals one
/// of the kernels of its node adds to the count of that kernel. A node that is too full is split in two by the
/// quadratic rule, each half with at least two fifths of a fanout. Ties: the entry of smaller margin, then the first.
template <class T>
void insert(ClassTree<T>& tree, std::span<const T> values, std::uint32_t row);

}  // namespace bestsofar
