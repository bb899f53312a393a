#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace bestsofar {

/// Makes the share of the winner the largest, by the smallest difference there is: where a tie was decided, or rounding
/// made one, the shares still tell the winner.
inline void break_tie(std::span<double> shares, std::size_t winner) {
    shares[winner] = std::nextafter(*std::ranges::max_element(shares), 1.0);
}

}  // namespace bestsofar
