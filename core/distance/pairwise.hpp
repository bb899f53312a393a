#pragma once

#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// From a record to every row. Throws InvalidRecord.
[[nodiscard]] std::vector<double> distances(const Space& space, Record record);

/// From a row to every row, reduced: what rankings compare.
[[nodiscard]] std::vector<double> reduced_distances(const Space& space, std::size_t row);

}  // namespace bestsofar
