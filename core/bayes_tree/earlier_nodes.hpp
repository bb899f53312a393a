#pragma once

#include "bayes_tree/class_tree.hpp"

namespace bestsofar {

/// The same tree with nodes as they are today. In files of the first two formats, the numbers of an entry lie side by
/// side. Reads everything; throws InvalidBytes if that cannot be done.
template <class T>
[[nodiscard]] ClassTree<T> with_present_nodes(const ClassTree<T>& earlier);

}  // namespace bestsofar
