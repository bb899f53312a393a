#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"

namespace bestsofar {

/// Which votes count.
enum class Votes : std::uint8_t {
    all,       ///< alike: as Ueno et al. (2006) have it
    decisive,  ///< by what their voters would lose: see DecisiveElection
};

/// SimpleRank of Ueno et al. (2006), all rows of `space`, best first.
///
/// Worst first: the row whose votes are worth least takes the last free place. Every row, gone or not, votes for its
/// nearest remaining neighbour: +1 for one of its class, -2 / (C - 1) for another. Among equals the row nearest to a
/// remaining one of its class goes, then the one of lower index.
[[nodiscard]] std::vector<std::uint32_t> simple_rank(const Space& space, std::span<const std::uint32_t> labels,
                                                     std::size_t n_classes, Votes votes = Votes::all);

}  // namespace bestsofar
