#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>

namespace bestsofar {

/// Asks the system to keep memory in large pages, which make addresses faster to find; it may have none.
void ask_for_large_pages(void* memory, std::size_t length);

constexpr std::align_val_t at_cache_lines{64};
constexpr std::align_val_t at_large_pages{std::size_t{1} << 21};
// What a scan cannot keep in the caches anyway.
constexpr std::size_t worth_large_pages = 2 * static_cast<std::size_t>(at_large_pages);

/// Zeros that begin at a cache line; many of them lie in large pages.
template <class T>
[[nodiscard]] std::shared_ptr<T[]> zeros(std::size_t count) {
    const std::size_t length = count * sizeof(T);
    const bool many = length >= worth_large_pages;
    const std::align_val_t alignment = many ? at_large_pages : at_cache_lines;
    std::shared_ptr<T[]> numbers(static_cast<T*>(::operator new(length, alignment)),
                                 [alignment](T* memory) { ::operator delete(memory, alignment); });
    if (many) ask_for_large_pages(numbers.get(), length);  // before they are written: the system chooses then
    std::fill_n(numbers.get(), count, T(0));
    return numbers;
}

}  // namespace bestsofar
