#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>

#include "interruption.hpp"

namespace bestsofar {

/// Lets one who learns for long and others who ask meanwhile use the same thing in turns.
class Turns {
public:
    /// Of one who asks.
    class Turn {
    public:
        explicit Turn(Turns& turns) : turns_(turns) {
            ++turns_.waiting_;
            turns_.lock_.lock();
            --turns_.waiting_;
        }
        ~Turn() { turns_.lock_.unlock(); }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

    private:
        Turns& turns_;
    };

    /// Does something for each of so many records, not for long at a time; those who wait have their turns in between.
    template <class Do>
    void in_parts(std::size_t records, Do one) {
        for (std::size_t begin = 0; begin < records; begin += records_at_once) {
            heed_interruption();
            while (waiting_ > 0) std::this_thread::yield();
            const std::lock_guard hold(lock_);
            for (std::size_t i = begin; i < std::min(begin + records_at_once, records); ++i) one(i);
        }
    }

private:
    static constexpr std::size_t records_at_once = 64;

    std::mutex lock_;
    std::atomic<std::size_t> waiting_{0};
};

}  // namespace bestsofar
