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
// What is further below the largest, in powers of e, adds less than a rounding error, however many rows it has.
constexpr double negligible = -60;

BESTSOFAR_CLONES double weighted_sum(std::span<const Frontier::Member> members, double reference) {
    Numbers sum{}, powers{}, weights{};
    std::size_t waiting = 0;
    for (const Frontier::Member& member : members) {
        if (member.weight == 0 || member.density - reference < negligible) continue;
        powers[waiting] = member.density - reference;
        weights[waiting] = member.weight;
        if (++waiting < numbers_at_once) continue;
        sum += weights * exp(powers);
        waiting = 0;
    }
    for (std::size_t i = waiting; i < numbers_at_once; ++i) weights[i] = 0;
    return total(sum + weights * exp(powers));
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
    add_up_anew();
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
    add(finer);
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
    sum_ -= weighted_sum({&member, 1}, reference_);
    member.weight = 0;
}

void Frontier::add(std::span<const Member> members) {
    const double most = highest(members);
    if (most > reference_) {
        const double scale = std::exp(reference_ - most);
        sum_ *= scale;
        noise_ *= scale;
        reference_ = most;
    }
    sum_ += weighted_sum(members, reference_);
    noise_ += rounding * sum_;
}

void Frontier::add_up_anew() {
    reference_ = highest(members_);
    sum_ = weighted_sum(members_, reference_);
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
