#pragma once

#include <cstddef>

#include "distance/blocks.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// Which rows to measure against which query, and the bound that makes a row uninteresting.
template <class T>
struct VectorScan {
    const Blocks<T>& rows;
    const T* query;
    const T* scale;  ///< one factor for each feature, where there are any
    T power;         ///< minkowski
    std::size_t first;
    std::size_t count;
    T bound;
};

template <class T>
using VectorScanner = std::size_t (*)(const VectorScan<T>&, Hit*);

// Sums over the features of: the squared difference, the absolute one, its power, one for every inequality, and for
// mixed rows the squared share of the range, where a missing value (NaN) is a value of its own.
std::size_t scan_squared(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_squared(const VectorScan<double>& scan, Hit* hits);
std::size_t scan_absolute(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_absolute(const VectorScan<double>& scan, Hit* hits);
std::size_t scan_power(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_power(const VectorScan<double>& scan, Hit* hits);
std::size_t scan_unequal(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_unequal(const VectorScan<double>& scan, Hit* hits);
std::size_t scan_mixed(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_mixed(const VectorScan<double>& scan, Hit* hits);

// The first three of differences that are scaled before.
std::size_t scan_scaled_squared(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_scaled_squared(const VectorScan<double>& scan, Hit* hits);
std::size_t scan_scaled_absolute(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_scaled_absolute(const VectorScan<double>& scan, Hit* hits);
std::size_t scan_scaled_power(const VectorScan<float>& scan, Hit* hits);
std::size_t scan_scaled_power(const VectorScan<double>& scan, Hit* hits);

// The squared one again, of every row, whatever the bound.
void measure_squared(const VectorScan<float>& scan, double* distances);
void measure_squared(const VectorScan<double>& scan, double* distances);

}  // namespace bestsofar
