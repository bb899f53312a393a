#include "scheduling/score.hpp"

namespace bestsofar {

namespace {

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
        return margin / (1 - margin) * static_cast<double>(query.steps());
    });
}

}  // namespace bestsofar
