#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>

#include "distance/space.hpp"
#include "parallel.hpp"

namespace bestsofar {

/// Calls found(i, hit) for every i: the nearest of the exemplars to rows[i], as its place among them; of equals the
/// first. In several threads.
template <class Found>
void find_nearest(const Space& space, std::span<const std::uint32_t> rows, std::span<const std::uint32_t> exemplars,
                  Found found) {
    constexpr std::size_t block = 128;
    const auto among = space.select(exemplars);
    parallel_for(rows.size(), block, workers_for(space), [&](std::size_t begin, std::size_t end, std::size_t) {
        std::array<Hit, block> hits;
        for (std::size_t i = begin; i < end; ++i) {
            const auto probe = among->probe_row(rows[i], space);
            Hit nearest{std::numeric_limits<double>::infinity(), 0};
            for (std::size_t first = 0; first < exemplars.size(); first += block) {
                const std::size_t count = std::min(block, exemplars.size() - first);
                const std::size_t near = probe->scan(first, count, nearest.distance, hits.data());
                for (const Hit& hit : std::span(hits).first(near)) {
                    if (hit.distance < nearest.distance) nearest = hit;
                }
            }
            found(i, nearest);
        }
    });
}

}  // namespace bestsofar
