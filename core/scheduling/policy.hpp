#pragma once

#include <memory>

#include "scheduling/score.hpp"
#include "scheduling/waiting_room.hpp"

namespace bestsofar {

/// How turns are given. Without a score all are alike, and the oldest runs to its end.
struct Policy {
    Discipline discipline;
    std::shared_ptr<const Score> score;

    [[nodiscard]] double score_of(const Query& query) const { return score ? score->of(query) : 0; }
    /// A newcomer makes all before it final.
    [[nodiscard]] bool newest_only() const { return discipline.rule == Discipline::Rule::serial; }
    /// A newcomer is not the one that must go.
    [[nodiscard]] bool newcomers_stay() const { return !score || !score->judges_newcomers(); }
};

}  // namespace bestsofar
