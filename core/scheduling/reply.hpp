#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "answer.hpp"

namespace bestsofar {

/// What an object is to whoever submitted it.
using Ticket = std::uint64_t;

/// What is known of an object.
struct Reply {
    Ticket ticket;
    Answer answer;
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
    return {ticket, answer_of(query, why), std::move(error)};
}

/// The queries are let go of.
[[nodiscard]] inline std::vector<Reply> replies_of(std::vector<Finished> finished) {
    std::vector<Reply> replies;
    for (Finished& each : finished) {
        replies.push_back(reply_of(each.ticket, *each.query, each.why, std::move(each.error)));
    }
    return replies;
}

}  // namespace bestsofar
