#pragma once

#include <cstdint>
#include <vector>

#include "query.hpp"

namespace bestsofar {

/// What a query knows at one moment.
struct Answer {
    std::uint32_t label;
    std::vector<double> proba;
    double confidence;
    std::uint64_t steps;
    bool complete;
    Stop why;
    std::vector<std::uint64_t> neighbors;
};

[[nodiscard]] inline Answer answer_of(const Query& query, Stop why) {
    return {query.label(), query.proba(), query.confidence(), query.steps(), query.done(), why, query.neighbors()};
}

}  // namespace bestsofar
