#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "allocated.hpp"

namespace bestsofar {

/// A value with several owners, copied when one of them edits it. Owners may live in different threads; one thread at a
/// time may use the same owner. (shared_ptr::use_count() does not order memory, so it cannot tell when to copy.)
template <class T>
class CopyOnWrite {
public:
    /// What one value takes, whatever it holds elsewhere.
    static constexpr std::size_t bytes() { return allocated(sizeof(Box)); }

    CopyOnWrite() = default;
    explicit CopyOnWrite(T value) : box_(new Box{std::move(value)}) {}
    CopyOnWrite(const CopyOnWrite& other) : box_(other.box_) {
        if (box_) box_->owners.fetch_add(1, std::memory_order_relaxed);
    }
    CopyOnWrite(CopyOnWrite&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
    CopyOnWrite& operator=(CopyOnWrite other) noexcept {
        std::swap(box_, other.box_);
        return *this;
    }
    ~CopyOnWrite() {
        if (box_ && box_->owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete box_;
    }

    explicit operator bool() const { return box_ != nullptr; }
    const T& operator*() const { return box_->value; }
    const T* operator->() const { return &box_->value; }

    /// For this owner alone.
    T& edit() {
        if (box_->owners.load(std::memory_order_acquire) != 1) *this = CopyOnWrite(T(box_->value));
        return box_->value;
    }

private:
    struct Box {
        T value;
        std::atomic<std::uint32_t> owners{1};
    };

    Box* box_ = nullptr;
};

}  // namespace bestsofar
