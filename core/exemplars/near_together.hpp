#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// All rows of a space, in an order in which the next `few` to each other are near to each other.
///
/// Again and again a run of rows is split in halves: those that are nearer to a row at its rim, and the others.
[[nodiscard]] std::vector<std::uint32_t> near_together(const Space& space, std::size_t few);

}  // namespace bestsofar
