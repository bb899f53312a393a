#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// All rows of a space, in an order in which any `few` that follow each other are near to each other.
///
/// Runs of rows are split in half repeatedly: into those that are nearer to a row at the rim, and the others.
[[nodiscard]] std::vector<std::uint32_t> near_together(const Space& space, std::size_t few);

}  // namespace bestsofar
