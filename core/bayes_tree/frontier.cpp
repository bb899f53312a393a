#include "bayes_tree/frontier.hpp"

#include <algorithm>
#include <cmath>

#include "bayes_tree/highest.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t usual_siblings = 16;
constexpr double rounding = std::numeric_limits<double>::epsilon();
// A sum with a larger error is added up again.
constexpr double most_noise = 1e-12;
// As multiples of e^reference, sums are kept between these.
constexpr double least_sum = 1e-130;
constexpr double most_sum = 1e130;
// A share of a higher power only tells that the sum is above all bounds.
constexpr double most_power = 400;
// Below this power a share may have vanished, however large its weight.
constexpr double least_sure_power = -650;

/// Gives entries their shares, in multiples of e^reference, and adds these up.
BESTSOFAR_INLINE void share_out_here(Siblings& siblings, double reference) {
    Doubles sum{};
    for (std::size_t i = 0; i < siblings.room; i += doubles_at_once) {
        const Doubles power = load(siblings.density() + i) - reference;
        const Doubles density = bounded_exp(power < most_power ? power : Doubles{} + most_power);
        const Doubles shares = load(siblings.weight() + i) * (power > least_power ? density : Doubles{});
        store(shares, siblings.share() + i);
        sum += shares;
    }
    siblings.sum = total(sum);
}

BESTSOFAR_INLINE void find_best_here(Siblings& siblings) {
    siblings.best = static_cast<std::uint32_t>(place_of_highest(siblings.priority(), siblings.room));
}

BESTSOFAR_INLINE void take_away_here(Siblings& siblings, std::size_t place) {
    siblings.weight()[place] = siblings.share()[place] = 0;
    siblings.priority()[place] = -std::numeric_limits<double>::infinity();
    Doubles sum{};
    for (std::size_t i = 0; i < siblings.room; i += doubles_at_once) sum += load(siblings.share() + i);
    siblings.sum = total(sum);
}

BESTSOFAR_CLONES void replace_best(Siblings& old, Siblings& finer, double reference) {
    take_away_here(old, old.best);
    find_best_here(old);
    share_out_here(finer, reference);
    find_best_here(finer);
}

BESTSOFAR_CLONES void share_out(Siblings& siblings, double reference) { share_out_here(siblings, reference); }

BESTSOFAR_CLONES void find_best(Siblings& siblings) { find_best_here(siblings); }

double highest_density(const Siblings& siblings) {
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < siblings.count; ++i) {
        if (siblings.weight()[i] > 0) most = std::max(most, siblings.density()[i]);
    }
    return most;
}

}  // namespace

void Frontier::begin(Siblings& root) {
    root.best = 0;
    root.sum = root.share()[0] = root.weight()[0];
    siblings_.reserve(usual_siblings);
    siblings_.push_back(&root);
    priorities_.add(root.priority()[0]);
    next_ = root.children[0];
    reference_ = root.density()[0];
    sum_ = root.sum;
}

void Frontier::refine(Siblings& finer) {
    Siblings& old = *siblings_[best_];
    const double share = old.share()[old.best];
    replace_best(old, finer, reference_);
    priorities_.set(best_, old.priority()[old.best]);
    priorities_.add(finer.priority()[finer.best]);
    siblings_.push_back(&finer);
    look_ahead();
    if (finer.sum > most_sum) return begin_anew();
    noise_ += rounding * sum_;
    sum_ += finer.sum - share;
    noise_ += rounding * sum_;
    if (!(noise_ <= most_noise * sum_)) add_up_anew();
}

void Frontier::give_up() {
    Siblings& old = *siblings_[best_];
    old.priority()[old.best] = none;
    find_best(old);
    priorities_.set(best_, old.priority()[old.best]);
    look_ahead();
}

void Frontier::look_ahead() {
    best_ = priorities_.best();
    next_ = siblings_[best_]->children[siblings_[best_]->best];
}

void Frontier::add_up_anew() {
    sum_ = noise_ = 0;
    for (const Siblings* some : siblings_) sum_ += some->sum;
    if (!(sum_ > least_sum)) begin_anew();
}

void Frontier::begin_anew() {
    reference_ = none;
    sum_ = noise_ = 0;
    for (const Siblings* some : siblings_) reference_ = std::max(reference_, highest_density(*some));
    for (Siblings* some : siblings_) {
        share_out(*some, reference_);
        sum_ += some->sum;
    }
}

double Frontier::least_share(double log) const {
    const double power = log - reference_;
    return power > least_sure_power ? std::exp(power) * (1 - most_noise) : 0;
}

double Frontier::log_largest() const {
    double most = none;
    for (const Siblings* some : siblings_) {
        for (std::size_t i = 0; i < some->count; ++i) {
            if (some->weight()[i] > 0) most = std::max(most, some->density()[i] + std::log(some->weight()[i]));
        }
    }
    return most;
}

}  // namespace bestsofar
