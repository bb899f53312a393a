#include "exemplars/abel.hpp"

#include <cmath>

#include "density/gaussian.hpp"
#include "exemplars/judges.hpp"
#include "exemplars/one_vs_rest_auc.hpp"
#include "interruption.hpp"

namespace bestsofar {

namespace {

constexpr double alpha = 2;

class Abel {
public:
    Abel(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
         std::span<const std::uint32_t> validation, Auc auc)
        : judges_(space, labels, n_classes, validation, auc != Auc::exact),
          auc_(auc),
          last_known_(judges_.candidates()) {
        for (std::uint32_t label = n_classes == 2 ? 1 : 0; label < n_classes; ++label) {
            aucs_.emplace_back(judges_, label);
        }
    }

    std::vector<std::uint32_t> remove(std::size_t removals, const Bandwidth& bandwidth) {
        std::vector<std::uint32_t> order;
        std::size_t last = judges_.left();
        if (removals > 0) judges_.count(kernel_scale(bandwidth.at(last)));
        while (order.size() < removals) {
            throw_if_interrupted();
            const std::size_t candidate = next();
            order.push_back(judges_.row(candidate));
            judges_.remove(candidate);
            const auto n_last = static_cast<double>(last);
            if (judges_.left() > 0 && n_last / static_cast<double>(judges_.left()) > std::sqrt(n_last) / alpha) {
                last = judges_.left();
                judges_.count(kernel_scale(bandwidth.at(last)));
            }
        }
        return order;
    }

private:
    std::size_t next() {
        for (OneVsRestAuc& auc : aucs_) auc.sort_scores();
        add_gains();
        return auc_ == Auc::exact ? search() : first_best(accounts_);
    }

    /// What each candidate's removal would change if the judges noticed it one by one; for an exact search gains only:
    /// nothing can be gained beyond these, as rivals only ever move along.
    void add_gains() {
        accounts_.assign(judges_.candidates(), 0);
        for (const OneVsRestAuc& auc : aucs_) {
            for (std::size_t judge = 0; judge < judges_.size(); ++judge) {
                for (std::uint32_t leaving = 0; leaving < judges_.n_classes(); ++leaving) {
                    if (auc_ == Auc::exact && !auc.gains(judge, leaving)) continue;
                    auc.add_gains(judge, leaving, accounts_);
                }
            }
        }
    }

    std::size_t search() {
        std::int64_t now = 0;
        for (const OneVsRestAuc& auc : aucs_) now += auc.worth();
        // The best of former removals is likely to be good again; after it, most others need no look.
        std::size_t best = first_best(last_known_);
        last_known_[best] = worth_without(best) - now;
        for (std::size_t candidate = 0; candidate < judges_.candidates(); ++candidate) {
            const std::int64_t bound = accounts_[candidate], most = last_known_[best];
            if (bound < most || (bound == most && candidate > best)) continue;
            if (judges_.gone(candidate) || candidate == best) continue;
            const std::int64_t change = last_known_[candidate] = worth_without(candidate) - now;
            if (change > most || (change == most && candidate < best)) best = candidate;
        }
        return best;
    }

    std::int64_t worth_without(std::size_t candidate) {
        std::int64_t sum = 0;
        for (OneVsRestAuc& auc : aucs_) sum += auc.worth_without(candidate);
        return sum;
    }

    /// The first of the largest among the remaining candidates.
    [[nodiscard]] std::size_t first_best(const std::vector<std::int64_t>& values) const {
        std::size_t best = judges_.candidates();
        for (std::size_t candidate = 0; candidate < values.size(); ++candidate) {
            if (judges_.gone(candidate)) continue;
            if (best == judges_.candidates() || values[candidate] > values[best]) best = candidate;
        }
        return best;
    }

    Judges judges_;
    Auc auc_;
    std::vector<OneVsRestAuc> aucs_;
    std::vector<std::int64_t> accounts_;
    std::vector<std::int64_t> last_known_;  ///< what each removal would have changed when it was last looked at
};

}  // namespace

std::vector<std::uint32_t> abel_removals(const Space& space, std::span<const std::uint32_t> labels,
                                         std::size_t n_classes, std::span<const std::uint32_t> validation,
                                         const Bandwidth& bandwidth, std::size_t removals, Auc auc) {
    return Abel(space, labels, n_classes, validation, auc).remove(removals, bandwidth);
}

}  // namespace bestsofar
