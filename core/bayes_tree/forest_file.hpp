#pragma once

#include <memory>

#include "bayes_tree/forest.hpp"
#include "bytes.hpp"

namespace bestsofar {

/// A forest as one flat run of bytes: a head, and after it the pages of all trees, whose addresses need not be changed
/// wherever they lie. Pages begin at multiples of 4096 bytes, so that a file of them can be mapped.
template <class T>
[[nodiscard]] Bytes flat(const Forest<T>& forest);

/// The forest in such a run, which stays where it is and is kept alive by its owner. None of the pages is read. Throws
/// InvalidBytes if the head is not one of a forest of this kind or the run is too short.
template <class T>
[[nodiscard]] Forest<T> opened(std::shared_ptr<const std::byte> bytes, std::size_t length);

}  // namespace bestsofar
