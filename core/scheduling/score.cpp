#include "scheduling/score.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace bestsofar {

namespace {

/// A tree has an answer before its first step: at least 1, so that no infinite lead is lost in a product with 0.
double at_least_one(std::uint64_t steps) { return std::max(static_cast<double>(steps), 1.0); }

template <class Rule>
class Plain final : public Score {
public:
    explicit Plain(Rule rule) : rule_(rule) {}
    [[nodiscard]] double of(const Query& query) const override { return rule_(query); }

private:
    Rule rule_;
};

template <class Rule>
std::shared_ptr<const Score> plain(Rule rule) {
    return std::make_shared<Plain<Rule>>(rule);
}

class Gain final : public Score {
public:
    Gain(ProgressMarginTable table, double opening, double total)
        : table_(std::move(table)),
          start_(std::log(opening)),
          scale_(total > opening ? 1 / std::log(total / opening) : 0) {
        for (std::size_t steps = 0; steps < early_.size(); ++steps) early_[steps] = computed_progress(steps);
    }

    [[nodiscard]] double of(const Query& query) const override {
        return -table_.at(progress(query.steps()), query.margin());
    }
    [[nodiscard]] bool judges_newcomers() const override { return true; }

private:
    [[nodiscard]] double progress(std::uint64_t steps) const {
        return steps < early_.size() ? early_[steps] : computed_progress(steps);
    }
    [[nodiscard]] double computed_progress(std::uint64_t steps) const {
        return (std::log(at_least_one(steps)) - start_) * scale_;
    }

    ProgressMarginTable table_;
    double start_;
    double scale_;
    std::array<double, 1024> early_;  ///< the progress after few steps: looking it up is faster than a logarithm
};

}  // namespace

std::shared_ptr<const Score> bsf_score() {
    return plain([](const Query& query) { return 1 / query.best_distance(); });
}

std::shared_ptr<const Score> margin_score() {
    return plain([](const Query& query) { return query.distance_ratio(); });
}

std::shared_ptr<const Score> evidence_score() {
    return plain([](const Query& query) { return (query.distance_ratio() - 1) * at_least_one(query.steps()); });
}

std::shared_ptr<const Score> gain_score(ProgressMarginTable table, double opening, double total) {
    return std::make_shared<Gain>(std::move(table), opening, total);
}

}  // namespace bestsofar
