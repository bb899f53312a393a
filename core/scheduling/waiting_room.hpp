#pragma once

#include <cstdint>
#include <vector>

#include "tournament.hpp"

namespace bestsofar {

/// Which object is next, and which must go when there are too many.
struct Discipline {
    enum class Rule : std::uint8_t {
        serial,       ///< only the newest
        round_robin,  ///< the one whose last turn was longest ago; one chosen at random must go
        score,        ///< the lowest score, of equals the oldest; the highest must go, of equals the oldest
    };
    Rule rule = Rule::score;
    /// Under `score`, every `patience` turns the one whose last turn was longest ago is next. 0: never.
    std::uint64_t patience = 0;
};

/// Objects that wait for a turn, by slot. One thread at a time.
///
/// An object enters, is taken for a turn, is given back, is taken again, until it leaves. One that is given back and is
/// next again is not sorted in before: that makes staying with one object cheap.
class WaitingRoom {
public:
    using Slot = std::uint32_t;

    WaitingRoom(std::size_t slots, Discipline discipline);
    WaitingRoom(const WaitingRoom&) = delete;
    WaitingRoom& operator=(const WaitingRoom&) = delete;

    /// How many wait; those taken do not.
    [[nodiscard]] std::size_t waiting() const { return waiting_; }

    /// A new object; there must be a free slot.
    Slot enter(double score);
    /// Whose turn it is; at least one must be waiting.
    Slot take();
    /// The turn is over.
    void give_back(Slot taken, double score);
    /// One that waits must go: by score, or at the place in line that `random`, from 0 to below 1, tells.
    [[nodiscard]] Slot victim(double random);
    /// One that waits goes, and its slot is free.
    void leave(Slot waiting);
    /// One that was taken does not come back.
    void release(Slot taken) { free_.push_back(taken); }

private:
    static constexpr Slot nobody = ~Slot{0};

    /// By score, and of equals the older. No branches: which way a match goes cannot be foreseen.
    struct Standing {
        std::uint64_t score;  ///< a whole number that is larger where the score is
        std::uint64_t arrival;

        friend bool operator<(const Standing& a, const Standing& b) {
            return (a.score < b.score) | ((a.score == b.score) & (a.arrival < b.arrival));
        }
    };
    struct Place {
        Standing standing{};
        Slot before = nobody;  ///< in the line: had its last turn, or arrived, just before
        Slot after = nobody;
        bool sorted = false;  ///< the tournament of the lowest knows it
        bool stale = false;   ///< the tournament of the highest has not heard of its last change
    };
    struct Upward {
        const std::vector<Place>* places;
        [[nodiscard]] Standing key(Slot slot) const { return (*places)[slot].standing; }
    };
    struct Downward {
        const std::vector<Place>* places;
        [[nodiscard]] Standing key(Slot slot) const {
            const Standing standing = (*places)[slot].standing;
            return {~standing.score, standing.arrival};
        }
    };

    [[nodiscard]] bool by_score() const { return discipline_.rule == Discipline::Rule::score; }
    [[nodiscard]] bool is_fairness_turn();
    [[nodiscard]] Slot lowest();
    void sort_in();
    void sort_out(Slot slot);
    void remember_change(Slot slot);
    void catch_up();
    void line_up(Slot slot);
    void step_out(Slot slot);

    Discipline discipline_;
    std::vector<Place> places_;
    std::vector<Slot> free_;
    Tournament<Upward> lowest_;
    Tournament<Downward> highest_;  ///< asked far less often than the other, so it hears of changes only then
    std::vector<Slot> stale_;
    Slot unsorted_ = nobody;  ///< waits, but no tournament knows it yet
    Slot front_ = nobody;
    Slot back_ = nobody;
    std::size_t waiting_ = 0;
    std::uint64_t arrivals_ = 0;
    std::uint64_t turns_ = 0;
};

}  // namespace bestsofar
