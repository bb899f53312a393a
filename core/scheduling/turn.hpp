#pragma once

#include <algorithm>
#include <cstddef>

namespace bestsofar {

// Long compared with a decision, short compared with a deadline.
constexpr double longest_turn = 20e-6;
// Several times as long as a decision.
constexpr double shortest_turn = 5e-6;
// With fewer, scores have no say: the one that was taken first has had its share of the time.
constexpr double turns_until_a_deadline = 4;

/// How many seconds a turn has: so few that all that wait can have several turns in what is left until the deadline.
[[nodiscard]] inline double turn_seconds(double left, std::size_t waiting) {
    return std::clamp(left / (turns_until_a_deadline * static_cast<double>(waiting + 1)), shortest_turn, longest_turn);
}

}  // namespace bestsofar
