#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

#include "query.hpp"

namespace bestsofar {

/// Who an object is to whoever submitted it.
using Ticket = std::uint64_t;

/// What is known of an object.
struct Reply {
    Ticket ticket;
    std::uint32_t label;
    std::vector<double> proba;
    double confidence;
    std::uint64_t steps;
    bool complete;
    Stop why;
    std::vector<std::uint64_t> neighbors;
    std::exception_ptr error;  ///< what a foreign distance or score threw, if it did
};

/// An object whose answer is final.
struct Finished {
    Ticket ticket;
    std::unique_ptr<Query> query;
    Stop why;
    std::exception_ptr error;
};

[[nodiscard]] inline Reply reply_of(Ticket ticket, const Query& query, Stop why, std::exception_ptr error = nullptr) {
    return {ticket,       query.label(), query.proba(),     query.confidence(), query.steps(),
            query.done(), why,           query.neighbors(), std::move(error)};
}

}  // namespace bestsofar
