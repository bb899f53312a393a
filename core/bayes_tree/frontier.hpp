#pragma once

#include <limits>
#include <vector>

#include "bayes_tree/multiple.hpp"
#include "bayes_tree/siblings.hpp"

namespace bestsofar {

/// The entries of one class that a query has read and not yet replaced by finer ones, and the sum of their densities,
/// each times its weight. Sums are kept as multiples of a power of e, so that they neither overflow nor vanish.
///
/// The entries lie with those of the other classes, which it does not own.
class Frontier {
public:
    /// Has its first entry.
    void begin(Siblings& root);

    /// Without rows.
    [[nodiscard]] bool empty() const { return !last_; }
    [[nodiscard]] bool refinable() const { return first_.hope > none; }
    /// The group to read next: that of highest density; of equal ones, the one that came first.
    [[nodiscard]] const GroupHead& next() const { return first_.of->groups[first_.of->best]; }
    /// Replaces that group by those that the node below it holds.
    void refine(Siblings& finer);
    /// Leaves that group as it is, for good.
    void settle();

    /// The sum of weight * density.
    [[nodiscard]] Multiple sum() const { return {sum_, reference_}; }
    /// The largest log (weight * density); minus infinity without rows.
    [[nodiscard]] double log_largest() const;
    /// The siblings that came last, which lead to those before.
    [[nodiscard]] const Siblings* last() const { return last_; }
    /// What shares have at least whose logarithms are not below `log`.
    [[nodiscard]] double least_share(double log) const;

private:
    static constexpr double none = -std::numeric_limits<double>::infinity();

    /// The first in line of some siblings: of many that could be refined few are, and the others never enter the heap.
    struct Candidate {
        double hope = none;
        Siblings* of = nullptr;

        [[nodiscard]] bool operator<(const Candidate& other) const {
            return hope < other.hope || (hope == other.hope && of->number > other.of->number);
        }
    };

    [[nodiscard]] static Candidate candidate(Siblings& siblings) { return {siblings.hope()[siblings.best], &siblings}; }
    /// Has a candidate wait, if there is something to hope for.
    void wait(const Candidate& one);
    /// Has either this candidate or one of those that wait be the next.
    void line_up(const Candidate& one);
    void replace_front(const Candidate& one);
    void add_up_anew();
    /// With another reference.
    void begin_anew();

    Siblings* last_ = nullptr;
    Candidate first_;
    std::vector<Candidate> waiting_;  ///< a heap
    double reference_ = none;
    double sum_ = 0;    ///< in multiples of e^reference
    double noise_ = 0;  ///< how much rounding may have changed the sum
};

}  // namespace bestsofar
