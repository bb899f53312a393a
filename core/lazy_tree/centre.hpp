#pragma once

#include "distance/vector_measure.hpp"

namespace bestsofar {

/// Moves a centre one of `parts` parts of the way to a row (Eq. 6), feature by feature where that has a meaning: a
/// category stays what it is, and so does a value if either of the two is missing.
template <class T>
void move_towards(std::span<T> centre, std::span<const T> row, T parts, const VectorMeasure<T>& measure);

}  // namespace bestsofar
