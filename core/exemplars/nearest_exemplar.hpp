#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "distance/scan_all.hpp"
#include "parallel.hpp"

namespace bestsofar {

/// Calls found(i, hit) for every i: the nearest of the exemplars to rows[i], as its place among them; of equals the
/// first. In several threads.
template <class Found>
void find_nearest(const Space& space, std::span<const std::uint32_t> rows, std::span<const std::uint32_t> exemplars,
                  Found found) {
    constexpr std::size_t rows_at_once = 128;
    const auto among = space.select(exemplars);
    parallel_for(rows.size(), rows_at_once, workers_for(space), [&](std::size_t begin, std::size_t end, std::size_t) {
        for (std::size_t i = begin; i < end; ++i) {
            Hit nearest{std::numeric_limits<double>::infinity(), 0};
            scan_all(*among->probe_row(rows[i], space), exemplars.size(), nearest.distance, [&](const Hit& hit) {
                if (hit.distance < nearest.distance) nearest = hit;
            });
            found(i, nearest);
        }
    });
}

}  // namespace bestsofar
