#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "distance/zeros.hpp"

namespace bestsofar {

/// Memory that begins at a cache line, so that no vector of numbers lies across two.
template <class T>
struct AtCacheLines {
    using value_type = T;

    AtCacheLines() = default;
    template <class Other>
    explicit(false) AtCacheLines(const AtCacheLines<Other>&) {}

    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(::operator new(count * sizeof(T), at_cache_lines));
    }
    void deallocate(T* memory, std::size_t) { ::operator delete(memory, at_cache_lines); }

    friend bool operator==(const AtCacheLines&, const AtCacheLines&) { return true; }
};

using AlignedDoubles = std::vector<double, AtCacheLines<double>>;

}  // namespace bestsofar
