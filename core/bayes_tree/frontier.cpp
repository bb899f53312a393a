#include "bayes_tree/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Of a frontier that is refined at all.
constexpr std::size_t usual_size = 128;
constexpr double rounding = std::numeric_limits<double>::epsilon();
// A sum that may be further off is added up anew.
constexpr double most_noise = 1e-12;
// As multiples of e^reference, sums are kept from the first to the second power of e.
constexpr double least_sum_power = -300;
constexpr double most_sum_power = 300;

/// Gives members their shares, in multiples of e^reference, and adds these up.
BESTSOFAR_CLONES double share_out(std::span<Frontier::Member> members, double reference) {
    Numbers sum{};
    for (std::size_t first = 0; first < members.size(); first += numbers_at_once) {
        const std::size_t here = std::min(numbers_at_once, members.size() - first);
        Numbers powers{}, weights{};
        for (std::size_t i = 0; i < here; ++i) {
            const Frontier::Member& member = members[first + i];
            if (member.weight == 0) continue;  // replaced: its power may be beyond all bounds
            powers[i] = member.density - reference;
            weights[i] = member.weight;
        }
        const Numbers shares = weights * (powers > least_power ? bounded_exp(powers) : Numbers{});
        for (std::size_t i = 0; i < here; ++i) members[first + i].share = shares[i];
        sum += shares;
    }
    return total(sum);
}

double highest(std::span<const Frontier::Member> members) {
    double most = -infinity;
    for (const Frontier::Member& member : members) {
        if (member.weight > 0) most = std::max(most, member.density);
    }
    return most;
}

}  // namespace

Frontier::Frontier(const Member& root) {
    admit(root);
    begin_anew();
    log_sum_ = reference_ + std::log(sum_);
}

void Frontier::refine(std::span<const Member> finer) {
    if (members_.size() == 1) {
        members_.reserve(usual_size);
        waiting_.reserve(usual_size);
    }
    const std::size_t place = waiting_.front().place;
    settle();
    take_away(members_[place]);
    for (const Member& member : finer) admit(member);
    add(std::span(members_).last(finer.size()));
    if (!(noise_ <= most_noise * sum_)) add_up_anew();
    log_sum_ = reference_ + std::log(sum_);
}

void Frontier::settle() {
    std::ranges::pop_heap(waiting_, std::less{});
    waiting_.pop_back();
}

void Frontier::admit(const Member& member) {
    if (member.child != Pages::nowhere) {
        waiting_.push_back({member.density, static_cast<std::uint32_t>(members_.size())});
        std::ranges::push_heap(waiting_, std::less{});
    }
    members_.push_back(member);
}

void Frontier::take_away(Member& member) {
    noise_ += rounding * sum_;
    sum_ -= member.share;
    member.weight = member.share = 0;
}

void Frontier::add(std::span<Member> members) {
    if (highest(members) - reference_ > most_sum_power) return begin_anew();
    sum_ += share_out(members, reference_);
    noise_ += rounding * sum_;
}

void Frontier::add_up_anew() {
    sum_ = noise_ = 0;
    for (const Member& member : members_) sum_ += member.share;
    if (!(sum_ > std::exp(least_sum_power))) begin_anew();
}

void Frontier::begin_anew() {
    reference_ = highest(members_);
    sum_ = share_out(members_, reference_);
    noise_ = 0;
}

double Frontier::log_largest() const {
    double most = -infinity;
    for (const Member& member : members_) {
        if (member.weight > 0) most = std::max(most, member.density + std::log(member.weight));
    }
    return most;
}

}  // namespace bestsofar
