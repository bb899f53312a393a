#pragma once

#include <cstddef>
#include <vector>

#include "bayes_tree/class_tree.hpp"
#include "bayes_tree/labelled_rows.hpp"
#include "progress.hpp"

namespace bestsofar {

/// A tree for each class, from the top down (Kranen et al. 2010), on all cores.
///
/// A group of more rows than the fanout is split by mixture_parts into one part for each fanout of rows, but at most as
/// many as the fanout; if one of them has more than 15 of 16 rows, that is no split, and the group is cut along its
/// widest feature into as many parts of equal size. Equal rows are one kernel. For mixtures, features are in units of
/// their range over all rows.
template <class T>
[[nodiscard]] std::vector<ClassTree<T>> em_trees(const LabelledRows<T>& rows, std::size_t n_classes, std::size_t fanout,
                                                 Progress* progress);

}  // namespace bestsofar
