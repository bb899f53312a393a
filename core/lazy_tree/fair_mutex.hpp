#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>

#include "interruption.hpp"

namespace bestsofar {

/// Held repeatedly by a thread that learns for long, and in between by others that ask meanwhile: who came first has it
/// first, so that neither keeps the other out.
class FairMutex {
public:
    class Lock {
    public:
        explicit Lock(FairMutex& mutex) : mutex_(mutex) { mutex_.lock(); }
        ~Lock() { mutex_.unlock(); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        FairMutex& mutex_;
    };

    /// Does something for each of the records, never for long at a time; threads that wait have their turns in between.
    template <class Do>
    void in_parts(std::size_t records, Do one) {
        for (std::size_t begin = 0; begin < records; begin += records_at_once) {
            throw_if_interrupted();
            const Lock lock(*this);
            for (std::size_t i = begin; i < std::min(begin + records_at_once, records); ++i) one(i);
        }
    }

private:
    static constexpr std::size_t records_at_once = 64;

    void lock() {
        std::unique_lock hold(plain_);
        const std::uint64_t own = came_++;
        turn_.wait(hold, [&] { return own == left_; });
    }
    void unlock() {
        {
            const std::lock_guard hold(plain_);
            ++left_;
        }
        turn_.notify_all();
    }

    std::mutex plain_;  ///< of what follows, held for a moment only
    std::condition_variable turn_;
    std::uint64_t came_ = 0, left_ = 0;
};

}  // namespace bestsofar
