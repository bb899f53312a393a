#include "scheduling/waiting_room.hpp"

#include <bit>
#include <utility>

namespace bestsofar {

namespace {

/// The same order among whole numbers, which are compared and chosen without a branch. Both zeros are one.
std::uint64_t in_order(double score) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63;
    const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);
    return bits & sign ? ~bits : bits | sign;
}

}  // namespace

WaitingRoom::WaitingRoom(std::size_t slots, Discipline discipline)
    : discipline_(discipline),
      places_(slots),
      lowest_(by_score() ? slots : 0, Upward{&places_}),
      highest_(by_score() ? slots : 0, Downward{&places_}) {
    lowest_.clear();
    highest_.clear();
    free_.reserve(slots);
    for (std::size_t slot = slots; slot-- > 0;) free_.push_back(static_cast<Slot>(slot));
}

WaitingRoom::Slot WaitingRoom::enter(double score) {
    const Slot slot = free_.back();
    free_.pop_back();
    places_[slot].standing.arrival = arrivals_++;
    give_back(slot, score);
    return slot;
}

WaitingRoom::Slot WaitingRoom::take() {
    ++turns_;
    const Slot slot = by_score() && !is_fairness_turn() ? lowest() : front_;
    if (slot == unsorted_)
        unsorted_ = nobody;
    else
        sort_out(slot);
    step_out(slot);
    return slot;
}

void WaitingRoom::give_back(Slot taken, double score) {
    sort_in();
    places_[taken].standing.score = in_order(score);
    unsorted_ = taken;
    line_up(taken);
}

WaitingRoom::Slot WaitingRoom::victim(double random) {
    if (by_score()) {
        sort_in();
        catch_up();
        return highest_.first();
    }
    Slot slot = front_;
    for (auto place = static_cast<std::size_t>(random * static_cast<double>(waiting_)); place > 0; --place) {
        slot = places_[slot].after;
    }
    return slot;
}

void WaitingRoom::leave(Slot waiting) {
    if (waiting == unsorted_)
        unsorted_ = nobody;
    else
        sort_out(waiting);
    step_out(waiting);
    release(waiting);
}

bool WaitingRoom::is_fairness_turn() { return discipline_.patience != 0 && turns_ % discipline_.patience == 0; }

WaitingRoom::Slot WaitingRoom::lowest() {
    const Slot sorted = lowest_.first();
    if (unsorted_ == nobody) return sorted;
    return sorted == nobody || places_[unsorted_].standing < places_[sorted].standing ? unsorted_ : sorted;
}

void WaitingRoom::sort_in() {
    if (unsorted_ != nobody && by_score()) {
        lowest_.enter(unsorted_);
        places_[unsorted_].sorted = true;
        remember_change(unsorted_);
    }
    unsorted_ = nobody;
}

void WaitingRoom::sort_out(Slot slot) {
    if (!by_score()) return;
    lowest_.remove(slot);
    places_[slot].sorted = false;
    remember_change(slot);
}

void WaitingRoom::remember_change(Slot slot) {
    if (!std::exchange(places_[slot].stale, true)) stale_.push_back(slot);
}

void WaitingRoom::catch_up() {
    // All out before any comes in: those that are in are compared by what they are now.
    for (const Slot slot : stale_) highest_.remove(slot);
    for (const Slot slot : stale_) {
        if (places_[slot].sorted) highest_.enter(slot);
        places_[slot].stale = false;
    }
    stale_.clear();
}

void WaitingRoom::line_up(Slot slot) {
    places_[slot].before = back_;
    places_[slot].after = nobody;
    (back_ == nobody ? front_ : places_[back_].after) = slot;
    back_ = slot;
    ++waiting_;
}

void WaitingRoom::step_out(Slot slot) {
    const Slot before = places_[slot].before, after = places_[slot].after;
    (before == nobody ? front_ : places_[before].after) = after;
    (after == nobody ? back_ : places_[after].before) = before;
    --waiting_;
}

}  // namespace bestsofar
