#include "budget.hpp"

namespace bestsofar {

namespace {

// Beyond thirty years a deadline is no limit, and its nanoseconds would no longer fit the clock.
constexpr double far_future = 1e9;

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
        deadline_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
    }
}

}  // namespace bestsofar
