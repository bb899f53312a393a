#pragma once

#include <cstdint>
#include <vector>

#include "bytes.hpp"
#include "lazy_tree/spheres.hpp"

namespace bestsofar {

/// What exemplars are made of, one after the other.
struct ExemplarTable {
    Bytes centres;                          ///< rows of numbers
    std::vector<std::uint32_t> counts;      ///< of each class
    std::vector<double> variances;          ///< Eq. 7
    std::vector<double> times;              ///< of the last record
    std::vector<std::uint64_t> founders{};  ///< which record of the stream each began with
    std::vector<std::uint8_t> recent{};     ///< whether it is in the short memory
};

/// Sorted: the one that has been without a record for longest first.
template <class T>
[[nodiscard]] ExemplarTable table_of(const Spheres<T>& spheres, std::size_t n_classes);

}  // namespace bestsofar
