#include "scheduling/outbox.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace bestsofar {

namespace {

// So that one collector does not hold what another could have.
constexpr std::size_t most_at_once = 256;
// So that a thread that puts something in need not wait for long.
constexpr std::size_t most_peeked_at = 32;

}  // namespace

void Outbox::put(Finished finished) {
    const std::lock_guard hold(lock_);
    finished_.push_back(std::move(finished));
}

void Outbox::close() {
    {
        const std::lock_guard hold(lock_);
        closed_ = true;
    }
    filled_.notify_all();
}

void Outbox::wait(double seconds) {
    std::unique_lock hold(lock_);
    filled_.wait_for(hold, std::chrono::duration<double>(seconds), [this] { return closed_ || !finished_.empty(); });
}

std::vector<Finished> Outbox::collect(double seconds) {
    wait(seconds);
    const std::lock_guard hold(lock_);
    const auto count = static_cast<std::ptrdiff_t>(std::min(most_at_once, finished_.size()));
    std::vector<Finished> some(std::make_move_iterator(finished_.begin()),
                               std::make_move_iterator(finished_.begin() + count));
    finished_.erase(finished_.begin(), finished_.begin() + count);
    collected_ += some.size();
    return some;
}

std::vector<Reply> Outbox::peek() const {
    std::vector<Reply> replies;
    for (std::uint64_t next = 0;;) {
        const std::lock_guard hold(lock_);
        next = std::max(next, collected_);
        const std::uint64_t end = std::min<std::uint64_t>(next + most_peeked_at, collected_ + finished_.size());
        if (next == end) return replies;
        for (; next < end; ++next) {
            const Finished& each = finished_[next - collected_];
            replies.push_back(reply_of(each.ticket, *each.query, each.why, each.error));
        }
    }
}

bool Outbox::exhausted() const {
    const std::lock_guard hold(lock_);
    return closed_ && finished_.empty();
}

}  // namespace bestsofar
