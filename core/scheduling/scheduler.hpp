#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <vector>

#include "model.hpp"
#include "scheduling/outbox.hpp"
#include "scheduling/policy.hpp"
#include "scheduling/statistics.hpp"

namespace bestsofar {

/// Many queries on a few threads, in real time. Any thread may call any member.
///
/// An object is begun by the thread that submits it, so all that wait have an answer. Workers refine those that wait,
/// turn by turn; a timekeeper makes answers final at their deadlines, whatever the workers are doing.
class Scheduler {
public:
    struct Options {
        std::size_t capacity;  ///< how many may wait at once
        std::size_t workers;
        std::optional<std::uint64_t> grain;  ///< how many steps a turn has; none: as many as some microseconds hold
    };

    /// Throws std::system_error where that many threads cannot be had.
    Scheduler(Policy policy, const Options& options);
    ~Scheduler() { close(); }
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    class Closed : public std::runtime_error {
        using std::runtime_error::runtime_error;
    };

    /// Begins an object; its answer goes to `outbox`, after `deadline` seconds at the latest, and so does what the
    /// score throws. Throws Closed, and what the model throws.
    void submit(Ticket ticket, const Model& model, Record record, std::optional<double> deadline,
                std::shared_ptr<Outbox> outbox);

    /// What is known now of all objects that have no final answer.
    [[nodiscard]] std::vector<Reply> ask();

    /// No object may be submitted any more.
    void stop_accepting();
    /// Waits, for up to `seconds`, until nothing is left to do. False: something still is.
    [[nodiscard]] bool drain(double seconds);
    /// Whether this is called by one of the threads, which cannot end themselves: see close().
    [[nodiscard]] bool works_here() const;
    /// Makes all answers final, and ends the threads.
    void close();

    [[nodiscard]] Statistics statistics() const;

private:
    using Clock = std::chrono::steady_clock;
    using Slot = WaitingRoom::Slot;

    struct Object {
        Ticket ticket = 0;
        std::unique_ptr<Query> query;
        std::shared_ptr<Outbox> outbox;
        Clock::time_point submitted;
        Clock::time_point deadline = Clock::time_point::max();
        bool running = false;
        std::uint64_t number = 0;  ///< the later it came, the higher
    };
    struct Turn {
        double score = 0;
        std::uint64_t steps = 0;
        std::exception_ptr error;  ///< thrown by the query or the score
    };
    /// Which threads are to be woken up.
    struct Wakeups {
        bool work = false;       ///< a worker
        bool deadline = false;   ///< the timekeeper
        bool turn_over = false;  ///< those that asked, or wait for the end
        std::vector<std::shared_ptr<Outbox>> filled;

        [[nodiscard]] bool any() const { return work || deadline || turn_over || !filled.empty(); }
    };
    class Hold;
    /// Somebody asks about objects that workers are busy with right now.
    class Asker;

    void work();
    void keep_time();
    void notify(const Wakeups& wakeups);
    [[nodiscard]] Turn opening_of(const Object& object) const;
    /// `waiting`: how many others.
    [[nodiscard]] Turn give_turn(Object& object, std::size_t waiting) const;
    [[nodiscard]] Budget budget_of(const Object& object, std::size_t waiting) const;

    // All below: with the lock held.
    void enter(Object object, Turn opening);
    void evict(std::size_t most);
    void after(Turn turn, Slot slot);
    [[nodiscard]] std::optional<Stop> end_of(const Object& object, const Turn& turn, Clock::time_point now) const;
    void expire(Clock::time_point now);
    void dismiss(Slot waiting, Stop why, std::exception_ptr error = nullptr);
    void finish(Slot slot, Stop why, std::exception_ptr error = nullptr);
    /// From 0 to below 1.
    [[nodiscard]] double draw() { return static_cast<double>(random_()) / 0x1p32; }
    [[nodiscard]] bool idle() const { return running_ == 0 && room_.waiting() == 0; }

    const Policy policy_;
    const Options options_;
    const Clock::time_point start_ = Clock::now();

    mutable std::mutex lock_;
    std::condition_variable work_;       ///< somebody waits, or all is over
    std::condition_variable deadline_;   ///< the next deadline has changed, or all is over
    std::condition_variable turn_over_;  ///< somebody asked, or waits for the end
    WaitingRoom room_;
    std::vector<Object> objects_;                             ///< by slot
    std::set<std::pair<Clock::time_point, Slot>> deadlines_;  ///< workers see to those they are busy with
    std::vector<Asker*> askers_;
    std::mt19937 random_;
    std::size_t running_ = 0;
    std::uint64_t newest_ = 0;  ///< number of the latest object that is not done at once
    bool closed_ = false;
    bool over_ = false;
    Wakeups wakeups_;  ///< none where the lock is not held
    Statistics statistics_;

    std::mutex closing_;
    std::vector<std::thread> threads_;
};

}  // namespace bestsofar
