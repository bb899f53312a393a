#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "batch.hpp"
#include "scheduling/policy.hpp"

namespace bestsofar {

/// When the objects come, and when the run is over: in steps, each of which takes the time 1.
struct Arrivals {
    std::span<const double> times;  ///< one for each object, ascending
    double end;
};

struct Resources {
    std::size_t capacity;            ///< how many may wait at once
    std::uint64_t grain;             ///< how many steps a turn has
    std::span<const double> random;  ///< one for each object: which one must go when it comes and there is no room
};

/// What became of each object, and which one had each turn.
struct Simulation {
    std::vector<std::uint32_t> labels;
    std::vector<std::uint64_t> steps;
    std::vector<double> starts;
    std::vector<double> ends;
    std::vector<Stop> whys;
    std::vector<std::uint32_t> turns;
};

/// Many objects, one clock that counts steps. What comes during a turn waits until it is over. Throws Interrupted.
[[nodiscard]] Simulation simulate(const Batch& batch, const Arrivals& arrivals, const Policy& policy,
                                  const Resources& resources);

}  // namespace bestsofar
