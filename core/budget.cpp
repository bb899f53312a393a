#include "budget.hpp"

#include <algorithm>

namespace bestsofar {

namespace {

// The way back to the caller is part of the time. The more was read meanwhile, the less of what the caller needs is
// still in the caches.
constexpr double share_of_the_way_back = 3e-3;
constexpr double longest_way_back = 5e-6;

// A look at the clock takes as long as a dozen fast steps. Between two it is this long, or a part of what is left; and
// few grants, as each may take a microsecond although those before it were abandoned at once.
constexpr std::chrono::nanoseconds longest_unlooked(2'000);
constexpr int parts_of_what_is_left = 4;
constexpr std::chrono::nanoseconds::rep most_unlooked = 4;  // grants

}  // namespace

Budget::Budget(std::optional<std::uint64_t> steps, std::optional<double> seconds)
    : steps_left_(steps.value_or(unlimited)), has_deadline_(seconds && *seconds < far_future) {
    if (has_deadline_) {
        const double way_back = std::min(share_of_the_way_back * *seconds, longest_way_back);
        const std::chrono::duration<double> left(*seconds - way_back);
        looked_ = Clock::now();
        deadline_ = looked_ + std::chrono::duration_cast<Clock::duration>(left);
    }
}

bool Budget::late_by_the_clock() {
    const Clock::time_point now = Clock::now();
    if (now >= deadline_) return true;
    const Clock::duration until_next =
        std::min<Clock::duration>(longest_unlooked, (deadline_ - now) / parts_of_what_is_left);
    const Clock::duration since_last = std::max(now - looked_, Clock::duration(1));
    unlooked_ = static_cast<int>(std::min(since_look_ * until_next / since_last, most_unlooked));
    since_look_ = unlooked_ + 1;
    looked_ = now;
    return false;
}

}  // namespace bestsofar
