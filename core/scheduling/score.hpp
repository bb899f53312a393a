#pragma once

#include <memory>

#include "progress_margin_table.hpp"
#include "query.hpp"

namespace bestsofar {

/// How little a query needs another turn: the lowest is next. Threads may share it.
class Score {
public:
    virtual ~Score() = default;
    /// Any number but NaN.
    [[nodiscard]] virtual double of(const Query& query) const = 0;
    /// Whether it tells what a newcomer is worth next to those that have had turns.
    [[nodiscard]] virtual bool judges_newcomers() const { return false; }
};

/// 1 / the best distance so far: the score of Shieh and Keogh (2010).
[[nodiscard]] std::shared_ptr<const Score> bsf_score();

/// How clearly the best class leads: other / best distance.
[[nodiscard]] std::shared_ptr<const Score> margin_score();

/// The lead, times the steps it has lasted: (other / best distance - 1) * steps.
[[nodiscard]] std::shared_ptr<const Score> evidence_score();

/// The expected gain of one more step, negated: by progress, from `opening` to `total` steps and even in their
/// logarithm, and by margin.
[[nodiscard]] std::shared_ptr<const Score> gain_score(ProgressMarginTable table, double opening, double total);

}  // namespace bestsofar
