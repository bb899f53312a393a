#pragma once

#include <atomic>
#include <cstdint>

namespace bestsofar {

/// How far some work is: told by the threads that do it, asked by one that waits for it.
class Progress {
public:
    void expect(std::uint64_t all) { all_ = all; }
    void add(std::uint64_t done) { done_.fetch_add(done, std::memory_order_relaxed); }

    [[nodiscard]] std::uint64_t done() const { return done_; }
    [[nodiscard]] std::uint64_t all() const { return all_; }

private:
    std::atomic<std::uint64_t> done_{0};
    std::atomic<std::uint64_t> all_{0};
};

}  // namespace bestsofar
