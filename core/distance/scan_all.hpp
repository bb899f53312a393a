#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "distance/space.hpp"

namespace bestsofar {

/// Calls visit(hit) of all rows that are nearer than `bound`, some at a time; the bound may sink meanwhile.
template <class Visit>
void scan_all(const Probe& probe, std::size_t rows, const double& bound, Visit visit) {
    constexpr std::size_t rows_at_once = 128;
    std::array<Hit, rows_at_once> hits;
    for (std::size_t first = 0; first < rows; first += rows_at_once) {
        const std::size_t found = probe.scan(first, std::min(rows_at_once, rows - first), bound, hits.data());
        for (const Hit& hit : std::span(hits).first(found)) visit(hit);
    }
}

}  // namespace bestsofar
