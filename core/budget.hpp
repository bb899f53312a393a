#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

namespace bestsofar {

/// Why a query stopped where it is.
enum class Stop : std::uint8_t { asked, complete, steps, seconds, evicted, deadline };

inline constexpr std::array stop_names = {"asked", "complete", "steps", "seconds", "evicted", "deadline"};

[[nodiscard]] constexpr const char* stop_name(Stop stop) { return stop_names[static_cast<std::size_t>(stop)]; }

/// A deadline beyond this many seconds, thirty years, is none: its nanoseconds would no longer fit the clock.
inline constexpr double far_future = 1e9;

/// Whether grants are short, and take about as long as those before them, so that not every one needs a look at the
/// clock.
enum class Pace : std::uint8_t { even, uneven };

/// How far a refinement may go: a number of steps, an amount of time, or both; whichever ends first.
class Budget {
public:
    /// The clock starts here. Nothing given: no limit.
    Budget(std::optional<std::uint64_t> steps, std::optional<double> seconds);

    /// How many of `wanted` steps may be taken now. 0: the budget is spent, and stop() says which part of it.
    [[nodiscard]] std::size_t grant(std::size_t wanted, Pace pace = Pace::uneven) {
        if (steps_left_ == 0) return exhausted(Stop::steps);
        if (has_deadline_ && late(pace)) return exhausted(Stop::seconds);
        return wanted < steps_left_ ? wanted : static_cast<std::size_t>(steps_left_);
    }

    /// More may be spent than is left, where steps cannot be interrupted.
    void spend(std::uint64_t steps) {
        if (steps_left_ != unlimited) steps_left_ -= steps < steps_left_ ? steps : steps_left_;
    }

    [[nodiscard]] Stop stop() const { return stop_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

    [[nodiscard]] bool late(Pace pace) {
        if (pace == Pace::uneven || unlooked_ == 0) return late_by_the_clock();
        --unlooked_;
        return false;
    }
    [[nodiscard]] bool late_by_the_clock();

    std::size_t exhausted(Stop why) {
        stop_ = why;
        return 0;
    }

    std::uint64_t steps_left_;
    bool has_deadline_;
    Clock::time_point deadline_;
    Clock::time_point looked_;
    int since_look_ = 0;  ///< grants
    int unlooked_ = 0;    ///< grants until the next look
    Stop stop_ = Stop::asked;
};

}  // namespace bestsofar
