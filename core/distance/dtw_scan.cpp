#include "distance/dtw_scan.hpp"

#include <algorithm>
#include <limits>

#include "simd/clones.hpp"

namespace bestsofar {

namespace {

template <class T>
BESTSOFAR_INLINE bool lower_bound(const WarpQuery<T>& query, const T* block, T limit, Lanes<T>& sums) {
    const auto* const values = reinterpret_cast<const Vector<T>*>(block);
    sums = {};
    for (std::size_t place = 0; place < query.length;) {
        const std::size_t pause = std::min(place + between_looks, query.length);
        for (; place < pause; ++place) {
            for (std::size_t i = 0; i < Lanes<T>::vectors; ++i) {
                const Vector<T> value = values[place * Lanes<T>::vectors + i];
                const Vector<T> above = value - query.highest[place];
                const Vector<T> below = query.lowest[place] - value;
                const Vector<T> outside = above > below ? above : below;
                const Vector<T> excess = outside > 0 ? outside : Vector<T>{};
                sums.part[i] += excess * excess;
            }
        }
        if (!sums.any_below(limit)) return false;
    }
    return true;
}

/// Fills one row of the alignment matrix, of which only the band is kept: `above` is the row before it, both shifted
/// by one so that the column before the first is there too. Returns the least of each lane.
template <class T>
BESTSOFAR_INLINE Lanes<T> warp_row(T asked, const Vector<T>* values, std::size_t first, std::size_t last,
                                   const Lanes<T>* above, Lanes<T>* row) {
    const Vector<T> infinite = Vector<T>{} + std::numeric_limits<T>::infinity();
    Lanes<T> left, smallest;
    for (std::size_t i = 0; i < Lanes<T>::vectors; ++i) left.part[i] = smallest.part[i] = infinite;
    row[first] = left;
    row[last + 2] = left;
    for (std::size_t column = first; column <= last; ++column) {
        for (std::size_t i = 0; i < Lanes<T>::vectors; ++i) {
            const Vector<T> gap = asked - values[column * Lanes<T>::vectors + i];
            const Vector<T> before = lesser<T>(above[column].part[i], above[column + 1].part[i]);
            left.part[i] = gap * gap + lesser<T>(before, left.part[i]);
            smallest.part[i] = lesser<T>(smallest.part[i], left.part[i]);
        }
        row[column + 1] = left;
    }
    return smallest;
}

template <class T>
BESTSOFAR_INLINE bool align(const WarpQuery<T>& query, const T* block, T bound, Lanes<T>* scratch, Lanes<T>& sums) {
    const auto* const values = reinterpret_cast<const Vector<T>*>(block);
    Lanes<T>* above = scratch;
    Lanes<T>* row = scratch + query.length + 2;
    for (std::size_t column = 0; column < query.length + 2; ++column) {
        for (auto& part : above[column].part) part = Vector<T>{} + std::numeric_limits<T>::infinity();
    }
    above[0] = {};
    for (std::size_t place = 0; place < query.length; ++place) {
        const std::size_t first = place > query.radius ? place - query.radius : 0;
        const std::size_t last = std::min(place + query.radius, query.length - 1);
        const Lanes<T> smallest = warp_row(query.values[place], values, first, last, above, row);
        if (!smallest.any_below(bound)) return false;
        std::swap(above, row);
    }
    sums = above[query.length];
    return true;
}

}  // namespace

BESTSOFAR_CLONES bool warp_lower_bound(const WarpQuery<float>& query, const float* block, float limit,
                                       Lanes<float>& sums) {
    return lower_bound(query, block, limit, sums);
}
BESTSOFAR_CLONES bool warp_lower_bound(const WarpQuery<double>& query, const double* block, double limit,
                                       Lanes<double>& sums) {
    return lower_bound(query, block, limit, sums);
}
BESTSOFAR_CLONES bool warp(const WarpQuery<float>& query, const float* block, float bound, Lanes<float>* scratch,
                           Lanes<float>& sums) {
    return align(query, block, bound, scratch, sums);
}
BESTSOFAR_CLONES bool warp(const WarpQuery<double>& query, const double* block, double bound, Lanes<double>* scratch,
                           Lanes<double>& sums) {
    return align(query, block, bound, scratch, sums);
}

}  // namespace bestsofar
