#pragma once

#include <cstddef>

#include "distance/lanes.hpp"

namespace bestsofar {

/// A series made ready for warping: itself, and its envelope, the highest and lowest value within reach of each place.
template <class T>
struct WarpQuery {
    const T* values;
    const T* highest;
    const T* lowest;
    std::size_t length;
    std::size_t radius;
};

// For the sixteen series of a block: Keogh's lower bound, the sum of what leaves the envelope; false if it reaches
// `limit` for all of them.
[[nodiscard]] bool warp_lower_bound(const WarpQuery<float>& query, const float* block, float limit, Lanes<float>& sums);
[[nodiscard]] bool warp_lower_bound(const WarpQuery<double>& query, const double* block, double limit,
                                    Lanes<double>& sums);

// The distances themselves; false if all of them reach `bound`. `scratch` has room for 2 * (length + 2).
[[nodiscard]] bool warp(const WarpQuery<float>& query, const float* block, float bound, Lanes<float>* scratch,
                        Lanes<float>& sums);
[[nodiscard]] bool warp(const WarpQuery<double>& query, const double* block, double bound, Lanes<double>* scratch,
                        Lanes<double>& sums);

}  // namespace bestsofar
