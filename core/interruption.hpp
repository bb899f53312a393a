#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <thread>

namespace bestsofar {

/// Thrown out of long work that nobody waits for any more.
class Interrupted : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

/// Ends long work of the thread that made it, and of those that help, once it is no longer wanted, which is asked ten
/// times a second.
class Interruption {
public:
    /// `unwanted` is asked by this thread only.
    explicit Interruption(std::function<bool()> unwanted);
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    /// As long as this lives, it is the current one of this thread.
    class Scope {
    public:
        explicit Scope(Interruption* interruption);
        ~Scope();
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;

    private:
        Interruption* former_;
    };

    /// That of this thread; null: none.
    [[nodiscard]] static Interruption* current();
    /// Throws Interrupted.
    void check();

private:
    using Clock = std::chrono::steady_clock;

    std::function<bool()> unwanted_;
    std::thread::id owner_ = std::this_thread::get_id();
    std::optional<Clock::time_point> next_question_;
    std::atomic<bool> over_ = false;
    Scope here_{this};
};

/// To be called by long work wherever it may end. Throws Interrupted.
inline void throw_if_interrupted() {
    if (Interruption* const interruption = Interruption::current()) interruption->check();
}

}  // namespace bestsofar
