#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "scheduling/reply.hpp"

namespace bestsofar {

/// Final answers on their way to whoever collects them. Any thread may put, any may collect.
class Outbox : public std::enable_shared_from_this<Outbox> {
public:
    /// A thread that waits for it learns of it by announce().
    void put(Finished finished);
    void announce() { filled_.notify_one(); }
    /// Nothing will be put any more.
    void close();

    /// Waits, for up to `seconds`, until something is there or nothing will come.
    void wait(double seconds);
    /// What is there; if nothing is, waits for up to `seconds`. Empty: nothing came.
    [[nodiscard]] std::vector<Finished> collect(double seconds);
    /// What is there, and stays.
    [[nodiscard]] std::vector<Reply> peek() const;
    /// Whether all was collected, and nothing will come.
    [[nodiscard]] bool exhausted() const;

private:
    mutable std::mutex lock_;
    std::condition_variable filled_;
    std::deque<Finished> finished_;
    std::uint64_t collected_ = 0;  ///< how many were
    bool closed_ = false;
};

}  // namespace bestsofar
