#pragma once

#include <cstdint>
#include <span>

namespace bestsofar {

/// The values of these rows, followed by `filler` up to `size`.
template <class Values>
[[nodiscard]] Values chosen_of(const Values& values, std::span<const std::uint32_t> rows, std::size_t size,
                               typename Values::value_type filler) {
    Values chosen(size, filler);
    for (std::size_t to = 0; to < rows.size(); ++to) chosen[to] = values[rows[to]];
    return chosen;
}

}  // namespace bestsofar
