#include "budget.hpp"

#include <algorithm>

namespace bestsofar {

namespace {

// The way back to the caller is part of the time. The more was read meanwhile, the less of what the caller needs is
// still in the caches.
constexpr double share_of_the_way_back = 3e-3;
constexpr double longest_way_back = 5e-6;

}  // namespace

const char* name(Stop stop) {
    switch (stop) {
        case Stop::asked: break;
        case Stop::complete: return "complete";
        case Stop::steps: return "steps";
        case Stop::seconds: return "seconds";
        case Stop::evicted: return "evicted";
        case Stop::deadline: return "deadline";
    }
    return "asked";
}

Budget::Budget(std::optional<std::uint64_t> steps, std::optional<double> seconds)
    : steps_left_(steps.value_or(unlimited)), has_deadline_(seconds && *seconds < far_future) {
    if (has_deadline_) {
        const double way_back = std::min(share_of_the_way_back * *seconds, longest_way_back);
        const std::chrono::duration<double> left(*seconds - way_back);
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(left);
    }
}

}  // namespace bestsofar
