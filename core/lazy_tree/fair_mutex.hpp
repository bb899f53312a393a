#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>

#include "interruption.hpp"

namespace bestsofar {

/// Held repeatedly by a thread that learns for long, and in between by others that ask meanwhile.
class FairMutex {
public:
    /// For a thread that asks.
    class Lock {
    public:
        explicit Lock(FairMutex& mutex) : mutex_(mutex) {
            ++mutex_.waiting_;
            mutex_.plain_.lock();
            --mutex_.waiting_;
        }
        ~Lock() { mutex_.plain_.unlock(); }
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
            while (waiting_ > 0) std::this_thread::yield();
            const std::lock_guard hold(plain_);
            for (std::size_t i = begin; i < std::min(begin + records_at_once, records); ++i) one(i);
        }
    }

private:
    static constexpr std::size_t records_at_once = 64;

    std::mutex plain_;
    std::atomic<std::size_t> waiting_{0};
};

}  // namespace bestsofar
