#pragma once

#include "bayes_tree/class_tree.hpp"
#include "bytes.hpp"

namespace bestsofar {

/// Writes the shapes of all entries of a tree.
template <class T>
void put_shapes(Writer& out, const ClassTree<T>& tree);

/// Reads them, and gives them to the entries. Throws InvalidBytes if they cannot be those of a tree of this width.
template <class T>
void get_shapes(Reader& in, ClassTree<T>& tree);

}  // namespace bestsofar
