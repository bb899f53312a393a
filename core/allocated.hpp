#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace bestsofar {

/// What an allocator takes for a block of memory: eight bytes more than asked for, in steps of sixteen, 32 at least.
[[nodiscard]] constexpr std::size_t allocated(std::size_t bytes) {
    return bytes == 0 ? 0 : std::max<std::size_t>(32, (bytes + 8 + 15) / 16 * 16);
}

template <class T>
[[nodiscard]] std::size_t allocated(const std::vector<T>& table) {
    return allocated(table.capacity() * sizeof(T));
}

}  // namespace bestsofar
