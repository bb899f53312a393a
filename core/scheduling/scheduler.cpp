#include "scheduling/scheduler.hpp"

#include <algorithm>
#include <utility>

#include "scheduling/turn.hpp"

namespace bestsofar {

namespace {

constexpr double much_too_late = 1e-3;

// By ask() at once, as copies of answers take time, and deadlines do not wait.
constexpr std::size_t most_looked_at = 32;

// Not the ids of threads: those of threads that have ended are given to others.
thread_local const Scheduler* employer = nullptr;

double seconds_between(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

}  // namespace

/// In here the lock is held. Threads to be woken up are woken up when it is released: sooner, they would only wait for
/// it, and might push the one that holds it off the processor, while all others wait for it, too.
class Scheduler::Hold {
public:
    explicit Hold(Scheduler& scheduler) : scheduler_(scheduler), lock_(scheduler.lock_) {}
    ~Hold() { unlock(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    void lock() { lock_.lock(); }
    void unlock() {
        if (!lock_.owns_lock()) return;
        const Wakeups wakeups = std::exchange(scheduler_.wakeups_, {});
        lock_.unlock();
        scheduler_.notify(wakeups);
    }

    /// Releases the lock until somebody wakes it up, or at once if others are to be woken up; what held before may no
    /// longer hold.
    void wait(std::condition_variable& signal, Clock::time_point until = Clock::time_point::max()) {
        if (scheduler_.wakeups_.any()) {
            unlock();
            lock();
        } else if (until == Clock::time_point::max()) {
            signal.wait(lock_);
        } else {
            signal.wait_until(lock_, until);
        }
    }

private:
    Scheduler& scheduler_;
    std::unique_lock<std::mutex> lock_;
};

/// What one caller of ask() knows so far. Made and ended in a Hold.
class Scheduler::Asker {
public:
    explicit Asker(Scheduler& scheduler) : scheduler_(scheduler) { scheduler_.askers_.push_back(this); }
    ~Asker() { std::erase(scheduler_.askers_, this); }
    Asker(const Asker&) = delete;
    Asker& operator=(const Asker&) = delete;

    /// Objects that workers are busy with answer at the end of their turns.
    void look_at(Slot slot) {
        const Object& object = scheduler_.objects_[slot];
        if (object.running) {
            missing_.insert(slot);
        } else if (object.query) {
            replies_.push_back(reply_of(object.ticket, *object.query, Stop::asked));
        }
    }
    void turn_over(Slot slot) {
        if (missing_.erase(slot) == 0) return;
        const Object& object = scheduler_.objects_[slot];
        const Stop why = object.query->done() ? Stop::complete : Stop::asked;
        replies_.push_back(reply_of(object.ticket, *object.query, why));
        scheduler_.wakeups_.turn_over = true;
    }

    [[nodiscard]] bool waits() const { return !missing_.empty(); }
    [[nodiscard]] std::vector<Reply> replies() && { return std::move(replies_); }

private:
    Scheduler& scheduler_;
    std::vector<Reply> replies_;
    std::set<Slot> missing_;
};

Scheduler::Scheduler(Policy policy, const Options& options)
    : policy_(std::move(policy)),
      options_(options),
      room_(options.capacity + options.workers + 1, policy_.discipline),
      objects_(options.capacity + options.workers + 1) {
    try {
        threads_.emplace_back([this] { keep_time(); });
        for (std::size_t worker = 0; worker < options_.workers; ++worker) threads_.emplace_back([this] { work(); });
    } catch (...) {
        close();
        throw;
    }
}

void Scheduler::submit(Ticket ticket, const Model& model, Record record, std::optional<double> deadline,
                       std::shared_ptr<Outbox> outbox) {
    Object object;
    object.ticket = ticket;
    object.outbox = std::move(outbox);
    object.submitted = Clock::now();
    if (deadline && *deadline < far_future) {
        const std::chrono::duration<double> left(std::max(*deadline, 0.0));
        object.deadline = object.submitted + std::chrono::duration_cast<Clock::duration>(left);
    }
    object.query = model.begin(record);
    Turn opening = opening_of(object);
    const Hold hold(*this);
    if (closed_) throw Closed("the scheduler is closed");
    enter(std::move(object), std::move(opening));
}

Scheduler::Turn Scheduler::opening_of(const Object& object) const {
    Turn opening;
    const bool waits = !object.query->done() && object.submitted < object.deadline;
    try {
        if (waits) opening.score = policy_.score_of(*object.query);
    } catch (const std::exception&) {  // anything else, such as Ctrl-C, is for the thread
        opening.error = std::current_exception();
    }
    return opening;
}

void Scheduler::enter(Object object, Turn opening) {
    const std::size_t most = policy_.newest_only() ? 1 : options_.capacity;
    const Clock::time_point deadline = object.deadline;
    ++statistics_.submitted;
    object.number = newest_ + 1;
    const std::optional<Stop> end = end_of(object, opening, object.submitted);
    if (!end) ++newest_;
    if (!end && policy_.newcomers_stay()) evict(most - 1);
    const Slot slot = room_.enter(opening.score);
    objects_[slot] = std::move(object);
    if (end) return dismiss(slot, *end, std::move(opening.error));
    if (deadline != Clock::time_point::max()) {
        const auto place = deadlines_.emplace(deadline, slot).first;
        wakeups_.deadline |= place == deadlines_.begin();
        expire(Clock::now());
    }
    evict(most);
    wakeups_.work = true;
}

void Scheduler::evict(std::size_t most) {
    while (room_.waiting() > most) dismiss(room_.victim(draw()), Stop::evicted);
}

bool Scheduler::works_here() const { return employer == this; }

void Scheduler::work() {
    employer = this;
    Hold hold(*this);
    for (;;) {
        while (!over_ && room_.waiting() == 0) hold.wait(work_);
        if (over_) return;
        const Slot slot = room_.take();
        Object& object = objects_[slot];
        object.running = true;
        ++running_;
        const std::size_t waiting = room_.waiting();
        hold.unlock();
        Turn turn = give_turn(object, waiting);
        hold.lock();
        after(std::move(turn), slot);
    }
}

Scheduler::Turn Scheduler::give_turn(Object& object, std::size_t waiting) const {
    Turn turn;
    const std::uint64_t before = object.query->steps();
    try {
        Budget budget = budget_of(object, waiting);
        object.query->refine(budget);
        if (!object.query->done()) turn.score = policy_.score_of(*object.query);
    } catch (...) {
        turn.error = std::current_exception();
    }
    turn.steps = object.query->steps() - before;
    return turn;
}

Budget Scheduler::budget_of(const Object& object, std::size_t waiting) const {
    if (object.deadline == Clock::time_point::max()) {
        return options_.grain ? Budget(options_.grain, std::nullopt) : Budget(std::nullopt, longest_turn);
    }
    const double left = seconds_between(Clock::now(), object.deadline);
    return Budget(options_.grain, options_.grain ? left : std::min(left, turn_seconds(left, waiting)));
}

void Scheduler::after(Turn turn, Slot slot) {
    Object& object = objects_[slot];
    object.running = false;
    --running_;
    ++statistics_.turns;
    statistics_.steps += turn.steps;
    for (Asker* asker : askers_) asker->turn_over(slot);
    const Clock::time_point now = Clock::now();
    if (const auto end = end_of(object, turn, now)) {
        finish(slot, *end, std::move(turn.error));
        room_.release(slot);
    } else {
        room_.give_back(slot, turn.score);
        evict(options_.capacity);
    }
    expire(now);
}

std::optional<Stop> Scheduler::end_of(const Object& object, const Turn& turn, Clock::time_point now) const {
    if (turn.error || over_) return Stop::asked;
    if (object.query->done()) return Stop::complete;
    if (now >= object.deadline) return Stop::deadline;
    if (policy_.newest_only() && object.number < newest_) return Stop::evicted;
    return std::nullopt;
}

void Scheduler::keep_time() {
    employer = this;
    Hold hold(*this);
    while (!over_) {
        expire(Clock::now());
        hold.wait(deadline_, deadlines_.empty() ? Clock::time_point::max() : deadlines_.begin()->first);
    }
}

void Scheduler::notify(const Wakeups& wakeups) {
    if (wakeups.work) work_.notify_one();
    if (wakeups.deadline) deadline_.notify_one();
    if (wakeups.turn_over) turn_over_.notify_all();
    for (const auto& outbox : wakeups.filled) outbox->announce();
}

void Scheduler::expire(Clock::time_point now) {
    while (!deadlines_.empty() && deadlines_.begin()->first <= now) {
        const Slot slot = deadlines_.begin()->second;
        deadlines_.erase(deadlines_.begin());
        if (!objects_[slot].running) dismiss(slot, Stop::deadline);
    }
}

void Scheduler::dismiss(Slot waiting, Stop why, std::exception_ptr error) {
    room_.leave(waiting);
    finish(waiting, why, std::move(error));
}

void Scheduler::finish(Slot slot, Stop why, std::exception_ptr error) {
    Object object = std::exchange(objects_[slot], Object{});
    const Clock::time_point now = Clock::now();
    deadlines_.erase({object.deadline, slot});
    ++(error ? statistics_.failed : statistics_.finished[static_cast<std::size_t>(why)]);
    statistics_.waits.add(seconds_between(object.submitted, now));
    if (why == Stop::deadline) {
        const double overshoot = seconds_between(object.deadline, now);
        statistics_.overshoots.add(overshoot);
        statistics_.late += overshoot > much_too_late;
    }
    object.outbox->put({object.ticket, std::move(object.query), why, std::move(error)});
    wakeups_.filled.push_back(std::move(object.outbox));
    wakeups_.turn_over = wakeups_.turn_over || idle();
}

std::vector<Reply> Scheduler::ask() {
    Hold hold(*this);
    Asker asker(*this);
    for (Slot slot = 0; slot < objects_.size(); ++slot) {
        asker.look_at(slot);
        if ((slot + 1) % most_looked_at == 0) {
            expire(Clock::now());
            hold.unlock();
            hold.lock();
        }
    }
    while (asker.waits()) hold.wait(turn_over_);
    return std::move(asker).replies();
}

void Scheduler::stop_accepting() {
    const std::lock_guard hold(lock_);
    closed_ = true;
}

bool Scheduler::drain(double seconds) {
    std::unique_lock hold(lock_);
    return turn_over_.wait_for(hold, std::chrono::duration<double>(seconds), [this] { return idle(); });
}

void Scheduler::close() {
    const std::lock_guard closing(closing_);
    {
        const Hold hold(*this);
        closed_ = over_ = true;
        while (room_.waiting() > 0) dismiss(room_.victim(0), Stop::asked);
        if (!threads_.empty()) statistics_.seconds = seconds_between(start_, Clock::now());
    }
    work_.notify_all();
    deadline_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

Statistics Scheduler::statistics() const {
    const std::lock_guard hold(lock_);
    Statistics now = statistics_;
    now.waiting = room_.waiting() + running_;
    if (!over_) now.seconds = seconds_between(start_, Clock::now());
    return now;
}

}  // namespace bestsofar
