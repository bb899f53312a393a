#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "budget.hpp"

namespace bestsofar {

/// A running mean and maximum.
struct Tally {
    std::uint64_t count = 0;
    double sum = 0;
    double most = 0;

    void add(double value) {
        ++count;
        sum += value;
        most = std::max(most, value);
    }
};

/// What a scheduler has done so far; times are in seconds.
struct Statistics {
    std::uint64_t submitted = 0;
    std::array<std::uint64_t, stop_names.size()> finished{};  ///< by Stop
    std::uint64_t failed = 0;
    std::uint64_t waiting = 0;  ///< now
    std::uint64_t turns = 0;
    std::uint64_t steps = 0;  ///< in turns; openings are not counted
    double seconds = 0;       ///< since the start
    Tally waits;              ///< from submission to answer
    Tally overshoots;         ///< from deadline to answer
    std::uint64_t late = 0;   ///< answers that came more than a millisecond after their deadlines
};

}  // namespace bestsofar
