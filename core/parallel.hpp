#pragma once

#include <cstddef>
#include <functional>

namespace bestsofar {

/// How many threads parallel_for would use for much work.
[[nodiscard]] std::size_t worker_count();

/// The same for work on a Space or a Model, which may have to be used by one thread at a time.
template <class Used>
[[nodiscard]] std::size_t workers_for(const Used& used) {
    return used.concurrent() ? worker_count() : 1;
}

/// Calls body(begin, end, worker) for consecutive runs of at most `grain` indices below `count`, on up to `workers`
/// threads; worker < workers says which. The first exception ends the rest and is thrown here.
void parallel_for(std::size_t count, std::size_t grain, std::size_t workers,
                  const std::function<void(std::size_t, std::size_t, std::size_t)>& body);

}  // namespace bestsofar
