#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/fixed_point.hpp"
#include "exemplars/ledger.hpp"
#include "exemplars/worth.hpp"

namespace bestsofar {

/// `weight` objects of one class at a row or around it: as far from everything as the row, and `spread` farther.
struct Witness {
    std::uint32_t row, label;
    std::int64_t weight = 1;
    double spread = 0;
    bool itself = false;  ///< whether the row can be its exemplar
};

/// An exemplar came nearer to a witness: one of its own class, or another.
struct Change {
    std::uint32_t witness;
    bool own;
    Reach before, after;
};

/// What opinions are made of.
template <class Worth>
struct Values {
    std::span<const std::uint32_t> labels;
    Worth worth;
    Quantum quantum{0};
    std::vector<Witness> witnesses{};

    [[nodiscard]] bool kin(std::uint32_t witness, std::uint32_t row) const {
        return witnesses[witness].label == labels[row];
    }
};

/// What a witness thinks of candidates when it is asked for the first time.
template <class Worth>
class FirstOpinion {
public:
    FirstOpinion(const Values<Worth>& values, const Change& change)
        : values_(values),
          witness_(values.witnesses[change.witness]),
          change_(change),
          worth_(values.worth(change.after)),
          own_(values.quantum(change.after.own)) {}

    [[nodiscard]] std::uint32_t witness() const { return change_.witness; }
    /// Candidates beyond this distance from its row are of no interest.
    [[nodiscard]] double widest() const { return change_.after.widest() - witness_.spread; }

    /// Adds to the candidate's account what it would do for the witness; false: nothing.
    bool enter(Ledger& ledger, const Hit& candidate) const {
        const auto& [own, other] = change_.after;
        const double distance = candidate.distance + witness_.spread;
        if (values_.kin(change_.witness, candidate.row)) {
            if (distance >= own) return false;
            ledger.gain[candidate.row] += witness_.weight * (values_.worth({distance, other}) - worth_);
            if (std::isfinite(own)) ledger.fall[candidate.row] += witness_.weight * (own_ - values_.quantum(distance));
        } else {
            if (distance >= other) return false;
            ledger.gain[candidate.row] += witness_.weight * (values_.worth({own, distance}) - worth_);
        }
        return true;
    }

private:
    const Values<Worth>& values_;
    const Witness& witness_;
    const Change& change_;
    std::int64_t worth_;
    std::int64_t own_;
};

/// How that changes. A candidate that would have taken the place of the old exemplar, and would take that of the new
/// one as well, leaves the witness the same either way: all such accounts change alike, by what the new one has already
/// done.
template <class Worth>
class ChangedOpinion {
public:
    ChangedOpinion(const Values<Worth>& values, const Change& change)
        : values_(values),
          witness_(values.witnesses[change.witness]),
          change_(change),
          worth_before_(values.worth(change.before)),
          worth_after_(values.worth(change.after)),
          own_before_(values.quantum(change.before.own)),
          own_after_(values.quantum(change.after.own)) {}

    [[nodiscard]] std::uint32_t witness() const { return change_.witness; }
    [[nodiscard]] double widest() const { return change_.before.widest() - witness_.spread; }

    /// Corrects the candidate's account; false: it would do nothing for the witness any more.
    bool enter(Ledger& ledger, const Hit& candidate) const {
        const Account account{ledger.gain[candidate.row], ledger.fall[candidate.row], witness_.weight};
        const double distance = candidate.distance + witness_.spread;
        return values_.kin(change_.witness, candidate.row) ? enter_own(account, distance)
                                                           : enter_other(account, distance);
    }

private:
    struct Account {
        std::int64_t &gain, &fall;
        std::int64_t weight;

        void add(std::int64_t worth) const { gain += weight * worth; }
        void add_fall(std::int64_t distance) const { fall += weight * distance; }
    };

    bool enter_own(const Account& account, double distance) const {
        const double before = change_.before.own, after = change_.after.own;
        if (distance >= before) return false;
        if (!change_.own) {
            account.add(then(distance, change_.after.other) - then(distance, change_.before.other) + worth_before_ -
                        worth_after_);
            return true;
        }
        const bool had_own = std::isfinite(before);
        if (distance >= after) {
            account.add(worth_before_ - then(distance, change_.before.other));
            if (had_own) account.add_fall(values_.quantum(distance) - own_before_);
            return false;
        }
        account.add(worth_before_ - worth_after_);
        account.add_fall(own_after_ - (had_own ? own_before_ : values_.quantum(distance)));
        return true;
    }

    bool enter_other(const Account& account, double distance) const {
        if (distance >= change_.before.other) return false;
        if (change_.own) {
            account.add(then(change_.after.own, distance) - then(change_.before.own, distance) + worth_before_ -
                        worth_after_);
            return true;
        }
        if (distance >= change_.after.other) {
            account.add(worth_before_ - then(change_.before.own, distance));
            return false;
        }
        account.add(worth_before_ - worth_after_);
        return true;
    }

    [[nodiscard]] std::int64_t then(double own, double other) const { return values_.worth({own, other}); }

    const Values<Worth>& values_;
    const Witness& witness_;
    const Change& change_;
    std::int64_t worth_before_, worth_after_;
    std::int64_t own_before_, own_after_;
};

}  // namespace bestsofar
