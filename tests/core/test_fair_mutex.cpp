// The mutex of the lazy tree: one thread learns for long, others ask meanwhile.

#include "lazy_tree/fair_mutex.hpp"

#include <atomic>
#include <thread>
#include <vector>

#include "check.hpp"

using namespace bestsofar;

namespace {

/// It never ends, if those who ask keep the one who learns out.
void who_learns_has_turns_although_others_never_stop_asking() {
    constexpr std::size_t records = 20'000;
    FairMutex mutex;
    std::atomic<bool> learned = false;
    std::size_t held = 0, asked = 0;
    std::vector<std::thread> askers;
    for (int asker = 0; asker < 3; ++asker) {
        askers.emplace_back([&] {
            while (!learned) {
                const FairMutex::Lock lock(mutex);
                ++held;
                ++asked;
                std::this_thread::yield();  // meanwhile the others come
            }
        });
    }
    mutex.in_parts(records, [&](std::size_t) { ++held; });
    learned = true;
    for (std::thread& asker : askers) asker.join();
    assert(held == records + asked);
}

}  // namespace

int main() { who_learns_has_turns_although_others_never_stop_asking(); }
