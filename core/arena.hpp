#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace bestsofar {

/// Memory that only grows, and is given back as a whole. (`std::pmr` has one that old versions of macOS lack.)
class Arena {
public:
    /// `usual`: how much is likely to be needed.
    explicit Arena(std::size_t usual) : next_length_(usual) {}

    [[nodiscard]] void* allocate(std::size_t length) {
        length = (length + alignment - 1) / alignment * alignment;
        if (length > left_) grow(length);
        std::byte* const begin = free_;
        free_ += length;
        left_ -= length;
        return begin;
    }

private:
    static constexpr std::size_t alignment = alignof(std::max_align_t);

    void grow(std::size_t least) {
        const std::size_t length = std::max(least, next_length_);
        pieces_.push_back(std::unique_ptr<std::byte[]>(new std::byte[length]));
        free_ = pieces_.back().get();
        left_ = length;
        next_length_ = length + length / 2;
    }

    std::vector<std::unique_ptr<std::byte[]>> pieces_;
    std::byte* free_ = nullptr;
    std::size_t left_ = 0;
    std::size_t next_length_;
};

template <class T>
struct InArena {
    using value_type = T;

    explicit(false) InArena(Arena& arena) : arena(&arena) {}
    template <class Other>
    explicit(false) InArena(const InArena<Other>& other) : arena(other.arena) {}

    [[nodiscard]] T* allocate(std::size_t count) { return static_cast<T*>(arena->allocate(count * sizeof(T))); }
    void deallocate(T*, std::size_t) {}

    friend bool operator==(const InArena& a, const InArena& b) { return a.arena == b.arena; }

    Arena* arena;
};

/// A vector whose memory lies in an arena, which must outlive it.
template <class T>
using ArenaVector = std::vector<T, InArena<T>>;

}  // namespace bestsofar
