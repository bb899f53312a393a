#pragma once

#include <vector>

#include "bayes_tree/class_tree.hpp"

namespace bestsofar {

/// An entry, and where it stands.
template <class T>
struct Place {
    Pages::Address node;  ///< nowhere: it is the root
    std::size_t i;
    Entry<T> entry;
};

/// The entries that stand for all rows of a tree `depth` levels below its root; kernels that lie higher are among them
/// (Eq. 12 of Kranen et al. 2012).
template <class T>
[[nodiscard]] std::vector<Place<T>> level(const ClassTree<T>& tree, std::size_t depth);

}  // namespace bestsofar
