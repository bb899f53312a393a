#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "scheduling/score.hpp"
#include "scheduling/waiting_room.hpp"

namespace bestsofar {

/// How turns are given. Without a score all are alike, and the oldest runs to its end.
struct Policy {
    Discipline discipline;
    std::shared_ptr<const Score> score;

    [[nodiscard]] static Policy serial() { return {{Discipline::Rule::serial, 0}, nullptr}; }
    [[nodiscard]] static Policy round_robin() { return {{Discipline::Rule::round_robin, 0}, nullptr}; }
    [[nodiscard]] static Policy first_come() { return {{Discipline::Rule::score, 0}, nullptr}; }
    [[nodiscard]] static Policy by_score(std::shared_ptr<const Score> score, std::uint64_t patience) {
        return {{Discipline::Rule::score, patience}, std::move(score)};
    }

    [[nodiscard]] double score_of(const Query& query) const { return score ? score->of(query) : 0; }
    /// A newcomer makes all before it final.
    [[nodiscard]] bool newest_only() const { return discipline.rule == Discipline::Rule::serial; }
    /// A newcomer is not the one that must go.
    [[nodiscard]] bool newcomers_stay() const { return !score || !score->judges_newcomers(); }
};

}  // namespace bestsofar
