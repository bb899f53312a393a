#pragma once

#include <algorithm>
#include <cstddef>

namespace bestsofar {

// Long beside a decision, short beside a deadline.
constexpr double longest_turn = 20e-6;
// Some times as long as a decision.
constexpr double shortest_turn = 5e-6;
// With fewer, scores have no say: whoever was taken first has had its share of the time.
constexpr double turns_until_a_deadline = 4;

/// How many seconds a turn has: so few that all who wait can have several, in what is left until the deadline.
[[nodiscard]] inline double turn_seconds(double left, std::size_t waiting) {
    return std::clamp(left / (turns_until_a_deadline * static_cast<double>(waiting + 1)), shortest_turn, longest_turn);
}

}  // namespace bestsofar
