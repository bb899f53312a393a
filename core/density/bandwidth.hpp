#pragma once

#include <cstdint>
#include <span>

#include "distance/space.hpp"

namespace bestsofar {

/// A bandwidth that was found right for a number of rows.
struct Bandwidth {
    double reference;
    std::size_t rows;

    /// What is right for another number of rows: it falls with the fifth root.
    [[nodiscard]] double at(std::size_t n) const;
};

/// The bandwidth whose leave-one-out posteriors have the least squared error, the sum over all classes.
///
/// The bandwidths tried are m * 2^(g / 2) for g from -6 to 6, where m is the median, over all rows, of the distance to
/// the nearest row that is not the same; of errors equal within 1e-12 a row, the largest bandwidth is taken. Nothing to
/// choose from: 1.
[[nodiscard]] double leave_one_out_bandwidth(const Space& space, std::span<const std::uint32_t> labels,
                                             std::size_t n_classes);

}  // namespace bestsofar
