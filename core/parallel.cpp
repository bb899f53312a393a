#include "parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

#include "interruption.hpp"

namespace bestsofar {

namespace {

/// The cores that this process may use: a thread more would only be in the way.
std::size_t cores() {
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return static_cast<std::size_t>(CPU_COUNT(&allowed));
#endif
    return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace

std::size_t worker_count() {
    // Asking takes ten microseconds: as long as many a query.
    static const std::size_t count = cores();
    return count;
}

void parallel_for(std::size_t count, std::size_t grain, std::size_t workers,
                  const std::function<void(std::size_t, std::size_t, std::size_t)>& body) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::mutex failure_lock;
    Interruption* const interruption = Interruption::current();
    const auto work = [&](std::size_t worker) {
        const Interruption::Scope scope(interruption);
        try {
            for (;;) {
                throw_if_interrupted();
                const std::size_t begin = next.fetch_add(grain);
                if (begin >= count) return;
                body(begin, std::min(begin + grain, count), worker);
            }
        } catch (...) {
            next = count;
            const std::lock_guard hold(failure_lock);
            if (!failure) failure = std::current_exception();
        }
    };
    const std::size_t runs = (count + grain - 1) / grain;
    std::vector<std::thread> others;
    others.reserve(std::min(workers, runs));
    try {
        for (std::size_t worker = 1; worker < std::min(workers, runs); ++worker) others.emplace_back(work, worker);
    } catch (const std::exception&) {
        // No thread to spare, nor memory for one: those that started do all of it.
    }
    work(0);
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace bestsofar
