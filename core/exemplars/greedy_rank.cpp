#include "exemplars/greedy_rank.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "distance/clones.hpp"
#include "exemplars/worth.hpp"
#include "parallel.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t scan_rows = 128;
// Rows that look for candidates together.
constexpr std::size_t tile = 64;
constexpr double infinity = std::numeric_limits<double>::infinity();

// Rows remember the candidates within their reach while there is room for them.
constexpr std::size_t memory_for_candidates = std::size_t{256} << 20;

template <class Visit>
void scan_all(const Probe& probe, std::size_t rows, double bound, Visit visit) {
    std::array<Hit, scan_rows> hits;
    for (std::size_t first = 0; first < rows; first += scan_rows) {
        const std::size_t found = probe.scan(first, std::min(scan_rows, rows - first), bound, hits.data());
        for (std::size_t i = 0; i < found; ++i) visit(hits[i]);
    }
}

BESTSOFAR_CLONES std::int64_t largest(const std::vector<std::int64_t>& values) {
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t value : values) most = value > most ? value : most;
    return most;
}

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
    [[nodiscard]] std::uint32_t best() const {
        const std::int64_t most = largest(gain);
        std::size_t first = gain.size();
        for (std::size_t row = 0; row < gain.size(); ++row) {
            if (gain[row] == most && (first == gain.size() || fall[row] > fall[first])) first = row;
        }
        return static_cast<std::uint32_t>(first);
    }

    std::vector<std::int64_t> gain, fall;
};

/// What a row remembers of a candidate; distances of a float32 space are float32.
template <class T>
struct Candidate {
    T distance;
    std::uint32_t row;
};

template <class Worth, class T>
class GreedyRanker {
public:
    GreedyRanker(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes, Worth worth)
        : space_(space),
          labels_(labels),
          n_classes_(n_classes),
          workers_(space.concurrent() ? worker_count() : 1),
          worth_(worth),
          reach_(space.size()),
          candidates_(space.size()),
          remembered_(space.size()) {
        for (std::size_t worker = 0; worker < workers_; ++worker) ledgers_.emplace_back(space.size());
    }

    std::vector<std::uint32_t> rank() {
        choose_medoids();
        std::vector<Change> everyone;
        for (std::uint32_t row = 0; row < space_.size(); ++row) everyone.push_back({row, true, {}, reach_[row]});
        appraise<First>(everyone);
        while (order_.size() < space_.size()) appraise<Again>(choose(ledgers_[0].best()));
        return std::move(order_);
    }

private:
    /// An exemplar came nearer to `row`: one of its own class, or another.
    struct Change {
        std::uint32_t row;
        bool own;
        Reach before, after;
    };

    /// What a row thinks of candidates when it is asked for the first time.
    class First {
    public:
        First(const GreedyRanker& ranker, const Change& change)
            : ranker_(ranker),
              change_(change),
              worth_(ranker.worth_(change.after)),
              own_(ranker.quantum_(change.after.own)) {}

        [[nodiscard]] std::uint32_t row() const { return change_.row; }
        [[nodiscard]] double widest() const { return change_.after.widest(); }

        /// Adds to the candidate's account what it would do for the row; false: nothing.
        bool enter(Ledger& ledger, const Hit& candidate) const {
            const auto& [own, other] = change_.after;
            if (ranker_.kin(change_.row, candidate.row)) {
                if (candidate.distance >= own) return false;
                ledger.gain[candidate.row] += ranker_.worth_({candidate.distance, other}) - worth_;
                if (own < infinity) ledger.fall[candidate.row] += own_ - ranker_.quantum_(candidate.distance);
            } else {
                if (candidate.distance >= other) return false;
                ledger.gain[candidate.row] += ranker_.worth_({own, candidate.distance}) - worth_;
            }
            return true;
        }

    private:
        const GreedyRanker& ranker_;
        const Change& change_;
        std::int64_t worth_;
        std::int64_t own_;
    };

    /// How that changes. Where the candidate would replace the new exemplar as it would have replaced the old one, the
    /// row ends up the same, so all such accounts change alike: by what the exemplar has already done.
    class Again {
    public:
        Again(const GreedyRanker& ranker, const Change& change)
            : ranker_(ranker),
              change_(change),
              worth_before_(ranker.worth_(change.before)),
              worth_after_(ranker.worth_(change.after)),
              own_before_(ranker.quantum_(change.before.own)),
              own_after_(ranker.quantum_(change.after.own)) {}

        [[nodiscard]] std::uint32_t row() const { return change_.row; }
        [[nodiscard]] double widest() const { return change_.before.widest(); }

        /// Corrects the candidate's account; false: it would do nothing for the row any more.
        bool enter(Ledger& ledger, const Hit& candidate) const {
            return ranker_.kin(change_.row, candidate.row) ? enter_own(ledger, candidate)
                                                           : enter_other(ledger, candidate);
        }

    private:
        bool enter_own(Ledger& ledger, const Hit& candidate) const {
            const auto& [before, after] = std::pair(change_.before.own, change_.after.own);
            if (candidate.distance >= before) return false;
            std::int64_t& gain = ledger.gain[candidate.row];
            std::int64_t& fall = ledger.fall[candidate.row];
            if (before == after) {
                gain += then(candidate.distance, change_.after.other) - then(candidate.distance, change_.before.other);
                gain += worth_before_ - worth_after_;
                return true;
            }
            const bool had_own = before < infinity;
            if (candidate.distance >= after) {
                gain -= then(candidate.distance, change_.before.other) - worth_before_;
                if (had_own) fall -= own_before_ - ranker_.quantum_(candidate.distance);
                return false;
            }
            gain += worth_before_ - worth_after_;
            fall += had_own ? own_after_ - own_before_ : own_after_ - ranker_.quantum_(candidate.distance);
            return true;
        }

        bool enter_other(Ledger& ledger, const Hit& candidate) const {
            const auto& [before, after] = std::pair(change_.before.other, change_.after.other);
            if (candidate.distance >= before) return false;
            std::int64_t& gain = ledger.gain[candidate.row];
            if (before == after) {
                gain += then(change_.after.own, candidate.distance) - then(change_.before.own, candidate.distance);
                gain += worth_before_ - worth_after_;
                return true;
            }
            if (candidate.distance >= after) {
                gain -= then(change_.before.own, candidate.distance) - worth_before_;
                return false;
            }
            gain += worth_before_ - worth_after_;
            return true;
        }

        [[nodiscard]] std::int64_t then(double own, double other) const { return ranker_.worth_({own, other}); }

        const GreedyRanker& ranker_;
        const Change& change_;
        std::int64_t worth_before_, worth_after_;
        std::int64_t own_before_, own_after_;
    };

    [[nodiscard]] bool kin(std::uint32_t a, std::uint32_t b) const { return labels_[a] == labels_[b]; }

    void choose_medoids() {
        double farthest = 0;
        for (std::uint32_t label = 0; label < n_classes_; ++label) {
            std::vector<std::uint32_t> members;
            for (std::uint32_t row = 0; row < space_.size(); ++row) {
                if (labels_[row] == label) members.push_back(row);
            }
            if (members.empty()) continue;
            for (const Change& change : choose(medoid_of(members))) {
                if (change.own) farthest = std::max(farthest, change.after.own);
            }
        }
        quantum_ = Quantum(farthest);
    }

    /// The member with the least sum of distances to the others.
    [[nodiscard]] std::uint32_t medoid_of(const std::vector<std::uint32_t>& members) const {
        const auto among = space_.select(members);
        std::vector<double> sums(members.size());
        parallel_for(members.size(), tile, workers_, [&](std::size_t begin, std::size_t end, std::size_t) {
            for (std::size_t i = begin; i < end; ++i) {
                scan_all(*among->probe_row(i, *among), members.size(), infinity, [&](const Hit& hit) {
                    if (hit.row != i) sums[i] += hit.distance;
                });
            }
        });
        return members[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())];
    }

    /// Puts `exemplar` next in the order and returns the rows for which it is nearer than what they had.
    std::vector<Change> choose(std::uint32_t exemplar) {
        arrange();
        order_.push_back(exemplar);
        ledgers_[0].close(exemplar);
        const auto probe = arranged_->probe_row(exemplar, space_);
        std::vector<Change> changes;
        std::array<Hit, scan_rows> hits;
        for (std::size_t first = 0; first < space_.size(); first += scan_rows) {
            const auto rows = std::span(arrangement_).subspan(first, std::min(scan_rows, space_.size() - first));
            double widest = 0;
            for (const std::uint32_t row : rows) widest = std::max(widest, reach_[row].widest());
            const std::size_t found = probe->scan(first, rows.size(), widest, hits.data());
            for (const Hit& hit : std::span(hits).first(found)) reached(arrangement_[hit.row], exemplar, hit, changes);
        }
        return changes;
    }

    void reached(std::uint32_t row, std::uint32_t exemplar, const Hit& hit, std::vector<Change>& changes) {
        Reach& reach = reach_[row];
        const Reach before = reach;
        double& nearest = kin(row, exemplar) ? reach.own : reach.other;
        if (row == exemplar || hit.distance >= nearest) return;
        nearest = hit.distance;
        changes.push_back({row, kin(row, exemplar), before, reach});
    }

    /// Lays rows that reach equally far next to each other, now and then, so that an exemplar beyond the reach of some
    /// is beyond that of all, and need not be measured in full.
    void arrange() {
        if (arranged_ && order_.size() < 2 * arranged_at_) return;
        arranged_at_ = std::max<std::size_t>(order_.size(), 1);
        arrangement_.resize(space_.size());
        std::iota(arrangement_.begin(), arrangement_.end(), 0);
        std::ranges::stable_sort(arrangement_, {}, [&](std::uint32_t row) { return reach_[row].widest(); });
        arranged_ = space_.select(arrangement_);
    }

    /// Brings the ledger up to date with what these rows now think of the candidates.
    template <class Opinion>
    void appraise(const std::vector<Change>& changes) {
        const std::size_t workers = changes.size() > tile ? workers_ : 1;
        parallel_for(changes.size(), tile, workers, [&](std::size_t begin, std::size_t end, std::size_t worker) {
            appraise<Opinion>(std::span(changes).subspan(begin, end - begin), ledgers_[worker]);
        });
        for (std::size_t worker = 1; worker < workers; ++worker) ledgers_[0].absorb(ledgers_[worker]);
    }

    template <class Opinion>
    void appraise(std::span<const Change> changes, Ledger& ledger) {
        std::vector<Opinion> searching;
        std::vector<std::unique_ptr<Probe>> probes;
        for (const Change& change : changes) {
            if (remembered_[change.row]) {
                const Opinion opinion(*this, change);
                std::erase_if(candidates_[change.row], [&](const Candidate<T>& candidate) {
                    return !opinion.enter(ledger, {candidate.distance, candidate.row});
                });
            } else {
                searching.emplace_back(*this, change);
                probes.push_back(space_.probe_row(change.row, space_));
            }
        }
        if (!searching.empty()) search(searching, probes, ledger);
    }

    /// Looks through all rows for candidates, and remembers those of a row that has few.
    template <class Opinion>
    void search(const std::vector<Opinion>& opinions, const std::vector<std::unique_ptr<Probe>>& probes,
                Ledger& ledger) {
        std::array<Hit, scan_rows> hits;
        // Some rows stay in the cache while a whole tile of others looks at them.
        for (std::size_t first = 0; first < space_.size(); first += scan_rows) {
            const std::size_t count = std::min(scan_rows, space_.size() - first);
            for (std::size_t i = 0; i < opinions.size(); ++i) {
                std::vector<Candidate<T>>& candidates = candidates_[opinions[i].row()];
                const std::size_t found = probes[i]->scan(first, count, opinions[i].widest(), hits.data());
                for (const Hit& hit : std::span(hits).first(found)) {
                    if (hit.row != opinions[i].row() && opinions[i].enter(ledger, hit)) {
                        candidates.push_back({static_cast<T>(hit.distance), hit.row});
                    }
                }
            }
        }
        for (const Opinion& opinion : opinions) remember(opinion.row());
    }

    void remember(std::uint32_t row) {
        std::vector<Candidate<T>>& candidates = candidates_[row];
        const auto wanted = static_cast<std::int64_t>(candidates.size());
        remembered_[row] = room_.fetch_sub(wanted) >= wanted;
        if (remembered_[row]) {
            candidates.shrink_to_fit();
        } else {
            room_ += wanted;
            candidates = {};
        }
    }

    const Space& space_;
    std::span<const std::uint32_t> labels_;
    std::size_t n_classes_;
    std::size_t workers_;
    Worth worth_;
    Quantum quantum_{0};
    std::vector<std::uint32_t> order_;
    std::vector<Reach> reach_;
    std::vector<std::uint32_t> arrangement_;
    std::unique_ptr<Space> arranged_;  ///< the rows as arrangement_ lists them
    std::size_t arranged_at_ = 0;
    std::vector<std::vector<Candidate<T>>> candidates_;
    std::atomic<std::int64_t> room_{memory_for_candidates / sizeof(Candidate<T>)};
    std::vector<char> remembered_;  ///< not bits: threads write to neighbours
    std::vector<Ledger> ledgers_;
};

template <class Worth>
std::vector<std::uint32_t> rank_with(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                                     Worth worth) {
    return space.kind() == Record::Kind::float32 ? GreedyRanker<Worth, float>(space, labels, n_classes, worth).rank()
                                                 : GreedyRanker<Worth, double>(space, labels, n_classes, worth).rank();
}

}  // namespace

std::vector<std::uint32_t> greedy_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                                       std::optional<int> squarings) {
    return squarings ? rank_with(space, labels, n_classes, SmoothWorth{*squarings})
                     : rank_with(space, labels, n_classes, HardWorth{});
}

}  // namespace bestsofar
