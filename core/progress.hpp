#pragma once

#include <atomic>
#include <cstdint>

#include "interruption.hpp"

namespace bestsofar {

/// How far some work is: told by the threads that do it, asked by one that waits for it, or no longer does.
class Progress {
public:
    void expect(std::uint64_t all) { all_ = all; }
    /// Throws Interrupted once the work is cancelled.
    void add(std::uint64_t done) {
        if (cancelled_.load(std::memory_order_relaxed)) throw Interrupted();
        done_.fetch_add(done, std::memory_order_relaxed);
    }
    void cancel() { cancelled_ = true; }

    [[nodiscard]] std::uint64_t done() const { return done_; }
    [[nodiscard]] std::uint64_t all() const { return all_; }

private:
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::uint64_t> all_{0};
    std::atomic<bool> cancelled_{false};
};

}  // namespace bestsofar
