#include "exemplars/greedy_rank.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "distance/scan_all.hpp"
#include "exemplars/fixed_point.hpp"
#include "exemplars/ledger.hpp"
#include "exemplars/opinions.hpp"
#include "exemplars/recollections.hpp"
#include "exemplars/worth.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t scan_rows = 128;
// Rows that look for candidates together.
constexpr std::size_t tile = 64;
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class Worth, class T>
class GreedyRanker {
public:
    GreedyRanker(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy, Worth worth,
                 const GreedyOptions& options)
        : space_(space),
          n_classes_(legacy.n_classes),
          itself_(options.itself),
          count_(std::min(options.count, space.size())),
          spare_bits_(legacy.spare_bits()),
          workers_(workers_for(space)),
          values_{labels, worth},
          recollections_(memory(legacy, options)) {
        call_witnesses(legacy);
        reach_.resize(values_.witnesses.size());
        recollections_.expect(values_.witnesses.size());
        for (std::size_t worker = 0; worker < workers_; ++worker) ledgers_.emplace_back(space.size());
    }

    std::vector<std::uint32_t> rank() {
        choose_medoids();
        std::vector<Change> everyone;
        for (std::uint32_t witness = 0; witness < reach_.size(); ++witness) {
            everyone.push_back({witness, true, {}, reach_[witness]});
        }
        appraise<FirstOpinion<Worth>>(everyone);
        while (order_.size() < count_) appraise<ChangedOpinion<Worth>>(choose(ledgers_[0].best()));
        return std::move(order_);
    }

private:
    /// Where something was forgotten, memory is short: no more is used then than is in proportion to the rows.
    static std::size_t memory(const Legacy& legacy, const GreedyOptions& options) {
        return legacy.counts.empty() ? options.memory : std::min(options.memory, 1024 * legacy.spreads.size());
    }

    void call_witnesses(const Legacy& legacy) {
        for (std::uint32_t row = 0; row < space_.size(); ++row) {
            first_.push_back(static_cast<std::uint32_t>(values_.witnesses.size()));
            values_.witnesses.push_back({.row = row, .label = values_.labels[row], .itself = itself_});
            legacy.for_each(row, [&](std::uint32_t label, std::int64_t count, double spread) {
                values_.witnesses.push_back({row, label, count, spread, true});
            });
        }
        first_.push_back(static_cast<std::uint32_t>(values_.witnesses.size()));
    }

    void choose_medoids() {
        double farthest = 0;
        for (const std::vector<std::uint32_t>& members : rows_by_class(values_.labels, n_classes_)) {
            if (members.empty()) continue;
            for (const Change& change : choose(medoid_of(members))) {
                if (change.own) farthest = std::max(farthest, change.after.own);
            }
        }
        values_.quantum = Quantum(farthest, spare_bits_);
    }

    /// The member with the least sum of distances to the others, and to those of its class that they stand for.
    [[nodiscard]] std::uint32_t medoid_of(const std::vector<std::uint32_t>& members) const {
        const auto among = space_.select(members);
        std::vector<double> sums(members.size());
        parallel_for(members.size(), tile, workers_, [&](std::size_t begin, std::size_t end, std::size_t) {
            for (std::size_t i = begin; i < end; ++i) {
                scan_all(*among->probe_row(i, *among), members.size(), infinity, [&](const Hit& hit) {
                    if (hit.row != i) sums[i] += weight_in_class(members[hit.row]) * hit.distance;
                });
            }
        });
        return members[static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin())];
    }

    [[nodiscard]] double weight_in_class(std::uint32_t row) const {
        std::int64_t weight = 0;
        for (std::uint32_t i = first_[row]; i < first_[row + 1]; ++i) {
            if (values_.kin(i, row)) weight += values_.witnesses[i].weight;
        }
        return static_cast<double>(weight);
    }

    /// Puts `exemplar` next in the order and returns the witnesses for which it is nearer than what they had.
    std::vector<Change> choose(std::uint32_t exemplar) {
        order_.push_back(exemplar);
        ledgers_[0].close(exemplar);
        std::vector<Change> changes;
        if (space_.symmetric()) {
            reach_from(exemplar, changes);
        } else {
            reach_from_each_row(exemplar, changes);
        }
        reached(exemplar, exemplar, 0, changes);
        return changes;
    }

    void reach_from(std::uint32_t exemplar, std::vector<Change>& changes) {
        arrange();
        const auto probe = arranged_->probe_row(exemplar, space_);
        std::array<Hit, scan_rows> hits;
        for (std::size_t first = 0; first < space_.size(); first += scan_rows) {
            const auto rows = std::span(arrangement_).subspan(first, std::min(scan_rows, space_.size() - first));
            double widest = 0;
            for (const std::uint32_t row : rows) widest = std::max(widest, widest_of(row));
            const std::size_t found = probe->scan(first, rows.size(), widest, hits.data());
            for (const Hit& hit : std::span(hits).first(found)) {
                const std::uint32_t row = arrangement_[hit.row];
                if (row != exemplar) reached(row, exemplar, hit.distance, changes);
            }
        }
    }

    void reach_from_each_row(std::uint32_t exemplar, std::vector<Change>& changes) {
        Hit hit;
        for (std::uint32_t row = 0; row < space_.size(); ++row) {
            if (row == exemplar) continue;
            const auto probe = space_.probe_row(row, space_);
            if (probe->scan(exemplar, 1, widest_of(row), &hit) > 0) reached(row, exemplar, hit.distance, changes);
        }
    }

    /// How far an exemplar may be from a row to be of interest to a witness there.
    [[nodiscard]] double widest_of(std::uint32_t row) const {
        double widest = 0;
        for (std::uint32_t i = first_[row]; i < first_[row + 1]; ++i) {
            widest = std::max(widest, reach_[i].widest() - values_.witnesses[i].spread);
        }
        return widest;
    }

    void reached(std::uint32_t row, std::uint32_t exemplar, double distance, std::vector<Change>& changes) {
        for (std::uint32_t i = first_[row]; i < first_[row + 1]; ++i) {
            if (row == exemplar && !values_.witnesses[i].itself) continue;
            Reach& reach = reach_[i];
            const Reach before = reach;
            double& nearest = values_.kin(i, exemplar) ? reach.own : reach.other;
            if (distance + values_.witnesses[i].spread >= nearest) continue;
            nearest = distance + values_.witnesses[i].spread;
            changes.push_back({i, values_.kin(i, exemplar), before, reach});
        }
    }

    /// Lays rows that reach equally far next to each other, now and then, so that an exemplar beyond the reach of some
    /// is beyond that of all, and need not be measured in full.
    void arrange() {
        if (arranged_ && order_.size() < 2 * arranged_at_) return;
        arranged_at_ = std::max<std::size_t>(order_.size(), 1);
        arrangement_ = first_rows(space_.size());
        std::ranges::stable_sort(arrangement_, {}, [&](std::uint32_t row) { return widest_of(row); });
        arranged_ = space_.select(arrangement_);
    }

    /// Brings the ledger up to date with what these witnesses now think of the candidates.
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
            if (recollections_.remembers(change.witness)) {
                const Opinion opinion(values_, change);
                std::erase_if(recollections_.of(change.witness), [&](const Candidate<T>& candidate) {
                    return !opinion.enter(ledger, {candidate.distance, candidate.row});
                });
                recollections_.give_back(change.witness);
            } else {
                searching.emplace_back(values_, change);
                probes.push_back(space_.probe_row(values_.witnesses[change.witness].row, space_));
            }
        }
        if (!searching.empty()) search(searching, probes, ledger);
    }

    /// Looks through all rows for candidates, and remembers those of a witness that has few.
    template <class Opinion>
    void search(const std::vector<Opinion>& opinions, const std::vector<std::unique_ptr<Probe>>& probes,
                Ledger& ledger) {
        std::array<Hit, scan_rows> hits;
        // Some rows stay in the cache while a whole tile of witnesses looks at them.
        for (std::size_t first = 0; first < space_.size(); first += scan_rows) {
            const std::size_t count = std::min(scan_rows, space_.size() - first);
            for (std::size_t i = 0; i < opinions.size(); ++i) {
                std::vector<Candidate<T>>& candidates = recollections_.of(opinions[i].witness());
                const std::uint32_t row = values_.witnesses[opinions[i].witness()].row;
                const std::size_t found = probes[i]->scan(first, count, opinions[i].widest(), hits.data());
                for (const Hit& hit : std::span(hits).first(found)) {
                    if (hit.row != row && opinions[i].enter(ledger, hit)) {
                        candidates.push_back({static_cast<T>(hit.distance), hit.row});
                    }
                }
            }
        }
        for (const Opinion& opinion : opinions) {
            const Witness& witness = values_.witnesses[opinion.witness()];
            if (witness.itself && opinion.enter(ledger, {0, witness.row})) {
                recollections_.of(opinion.witness()).push_back({0, witness.row});
            }
            recollections_.keep(opinion.witness());
        }
    }

    const Space& space_;
    std::size_t n_classes_;
    bool itself_;
    std::size_t count_;
    int spare_bits_;
    std::size_t workers_;
    Values<Worth> values_;
    std::vector<std::uint32_t> first_;  ///< of each row's witnesses; it is the row itself
    std::vector<std::uint32_t> order_;
    std::vector<Reach> reach_;  ///< of each witness, as what follows
    std::vector<std::uint32_t> arrangement_;
    std::unique_ptr<Space> arranged_;  ///< the rows as arrangement_ lists them
    std::size_t arranged_at_ = 0;
    Recollections<T> recollections_;
    std::vector<Ledger> ledgers_;
};

template <class Worth>
std::vector<std::uint32_t> rank_with(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy,
                                     Worth worth, const GreedyOptions& options) {
    return space.kind() == Record::Kind::float32
               ? GreedyRanker<Worth, float>(space, labels, legacy, worth, options).rank()
               : GreedyRanker<Worth, double>(space, labels, legacy, worth, options).rank();
}

}  // namespace

std::vector<std::uint32_t> greedy_rank(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy,
                                       const GreedyOptions& options) {
    if (!options.squarings) return rank_with(space, labels, legacy, HardWorth{}, options);
    return rank_with(space, labels, legacy, SmoothWorth{*options.squarings, legacy.spare_bits()}, options);
}

}  // namespace bestsofar
