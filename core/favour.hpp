#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace bestsofar {

/// Where a tie was decided, or rounding made one, the largest share still tells for whom, by the smallest difference
/// there is.
inline void favour(std::span<double> shares, std::size_t winner) {
    shares[winner] = std::nextafter(*std::ranges::max_element(shares), 1.0);
}

}  // namespace bestsofar
