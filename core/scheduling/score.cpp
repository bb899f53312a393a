#include "scheduling/score.hpp"

#include <algorithm>
#include <cmath>

namespace bestsofar {

namespace {

/// A tree has an answer before its first step: 1 at least, so that no infinite lead is lost in a product with 0.
double steps_of(const Query& query) { return std::max(static_cast<double>(query.steps()), 1.0); }

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
    Gain(Confidence table, double opening, double total)
        : table_(std::move(table)),
          start_(std::log(opening)),
          scale_(total > opening ? 1 / std::log(total / opening) : 0) {}

    [[nodiscard]] double of(const Query& query) const override {
        return -table_.at((std::log(steps_of(query)) - start_) * scale_, query.margin());
    }

private:
    Confidence table_;
    double start_;
    double scale_;
};

}  // namespace

std::shared_ptr<const Score> bsf_score() {
    return plain([](const Query& query) { return 1 / query.best_distance(); });
}

std::shared_ptr<const Score> margin_score() {
    return plain([](const Query& query) { return query.margin(); });
}

std::shared_ptr<const Score> evidence_score() {
    return plain([](const Query& query) {
        const double margin = query.margin();
        return margin / (1 - margin) * steps_of(query);
    });
}

std::shared_ptr<const Score> gain_score(Confidence table, double opening, double total) {
    return std::make_shared<Gain>(std::move(table), opening, total);
}

}  // namespace bestsofar
