#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/worth.hpp"

namespace bestsofar {

/// What every candidate would add if it were chosen next.
struct Ledger {
    explicit Ledger(std::size_t rows) : gain(rows), fall(rows) {}

    void absorb(Ledger& other) {
        for (std::size_t row = 0; row < gain.size(); ++row) {
            gain[row] += std::exchange(other.gain[row], 0);
            fall[row] += std::exchange(other.fall[row], 0);
        }
    }
    /// Takes a candidate out of the running, whatever is still booked for it.
    void close(std::uint32_t row) { gain[row] = std::numeric_limits<std::int64_t>::min() / 2; }

    /// The candidate of largest gain; among equals, of largest fall; then the first.
    [[nodiscard]] std::uint32_t best() const;

    std::vector<std::int64_t> gain, fall;
};

/// An exemplar came nearer to `row`: one of its own class, or another.
struct Change {
    std::uint32_t row;
    bool own;
    Reach before, after;
};

/// What opinions are made of.
template <class Worth>
struct Values {
    std::span<const std::uint32_t> labels;
    Worth worth;
    Quantum quantum{0};

    [[nodiscard]] bool kin(std::uint32_t a, std::uint32_t b) const { return labels[a] == labels[b]; }
};

/// What a row thinks of candidates when it is asked for the first time.
template <class Worth>
class FirstOpinion {
public:
    FirstOpinion(const Values<Worth>& values, const Change& change)
        : values_(values),
          change_(change),
          worth_(values.worth(change.after)),
          own_(values.quantum(change.after.own)) {}

    [[nodiscard]] std::uint32_t row() const { return change_.row; }
    /// Candidates beyond this are of no interest.
    [[nodiscard]] double widest() const { return change_.after.widest(); }

    /// Adds to the candidate's account what it would do for the row; false: nothing.
    bool enter(Ledger& ledger, const Hit& candidate) const {
        const auto& [own, other] = change_.after;
        if (values_.kin(change_.row, candidate.row)) {
            if (candidate.distance >= own) return false;
            ledger.gain[candidate.row] += values_.worth({candidate.distance, other}) - worth_;
            if (std::isfinite(own)) ledger.fall[candidate.row] += own_ - values_.quantum(candidate.distance);
        } else {
            if (candidate.distance >= other) return false;
            ledger.gain[candidate.row] += values_.worth({own, candidate.distance}) - worth_;
        }
        return true;
    }

private:
    const Values<Worth>& values_;
    const Change& change_;
    std::int64_t worth_;
    std::int64_t own_;
};

/// How that changes. A candidate that would have taken the place of the old exemplar, and would take that of the new
/// one as well, leaves the row the same either way: all such accounts change alike, by what the new one has already
/// done.
template <class Worth>
class ChangedOpinion {
public:
    ChangedOpinion(const Values<Worth>& values, const Change& change)
        : values_(values),
          change_(change),
          worth_before_(values.worth(change.before)),
          worth_after_(values.worth(change.after)),
          own_before_(values.quantum(change.before.own)),
          own_after_(values.quantum(change.after.own)) {}

    [[nodiscard]] std::uint32_t row() const { return change_.row; }
    [[nodiscard]] double widest() const { return change_.before.widest(); }

    /// Corrects the candidate's account; false: it would do nothing for the row any more.
    bool enter(Ledger& ledger, const Hit& candidate) const {
        return values_.kin(change_.row, candidate.row) ? enter_own(ledger, candidate) : enter_other(ledger, candidate);
    }

private:
    bool enter_own(Ledger& ledger, const Hit& candidate) const {
        const double before = change_.before.own, after = change_.after.own;
        if (candidate.distance >= before) return false;
        std::int64_t& gain = ledger.gain[candidate.row];
        std::int64_t& fall = ledger.fall[candidate.row];
        if (!change_.own) {
            gain += then(candidate.distance, change_.after.other) - then(candidate.distance, change_.before.other);
            gain += worth_before_ - worth_after_;
            return true;
        }
        const bool had_own = std::isfinite(before);
        if (candidate.distance >= after) {
            gain -= then(candidate.distance, change_.before.other) - worth_before_;
            if (had_own) fall -= own_before_ - values_.quantum(candidate.distance);
            return false;
        }
        gain += worth_before_ - worth_after_;
        fall += own_after_ - (had_own ? own_before_ : values_.quantum(candidate.distance));
        return true;
    }

    bool enter_other(Ledger& ledger, const Hit& candidate) const {
        if (candidate.distance >= change_.before.other) return false;
        std::int64_t& gain = ledger.gain[candidate.row];
        if (change_.own) {
            gain += then(change_.after.own, candidate.distance) - then(change_.before.own, candidate.distance);
            gain += worth_before_ - worth_after_;
            return true;
        }
        if (candidate.distance >= change_.after.other) {
            gain -= then(change_.before.own, candidate.distance) - worth_before_;
            return false;
        }
        gain += worth_before_ - worth_after_;
        return true;
    }

    [[nodiscard]] std::int64_t then(double own, double other) const { return values_.worth({own, other}); }

    const Values<Worth>& values_;
    const Change& change_;
    std::int64_t worth_before_, worth_after_;
    std::int64_t own_before_, own_after_;
};

}  // namespace bestsofar
