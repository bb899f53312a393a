#pragma once

#include <cstdint>
#include <span>

namespace bestsofar {

/// The values of these rows, followed by `filler` up to `size`.
template <class Values>
[[nodiscard]] Values gather(const Values& values, std::span<const std::uint32_t> rows, std::size_t size,
                            typename Values::value_type filler) {
    Values gathered(size, filler);
    for (std::size_t to = 0; to < rows.size(); ++to) gathered[to] = values[rows[to]];
    return gathered;
}

}  // namespace bestsofar
