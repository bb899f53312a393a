#pragma once

#include <limits>
#include <span>

#include "bayes_tree/arg_max.hpp"
#include "bayes_tree/scaled.hpp"
#include "bayes_tree/siblings.hpp"

namespace bestsofar {

/// The entries of one class that a query has read and not yet replaced by finer ones, and the sum of their densities,
/// each times its weight. Sums are kept as Scaled numbers, so that they neither overflow nor vanish.
///
/// It does not own the entries.
class Frontier {
public:
    explicit Frontier(Arena& memory) : siblings_(memory), priorities_(0, memory) {}

    /// Begins with one entry.
    void begin(Siblings& root);

    /// Without rows.
    [[nodiscard]] bool empty() const { return siblings_.empty(); }
    [[nodiscard]] bool refinable() const { return priorities_[best_] > none; }
    /// The group to read next: that of highest density; of equal ones, the one that came first.
    [[nodiscard]] Pages::Address next() const { return next_; }
    /// Replaces that group by those that the node below it holds.
    void refine(Siblings& finer);
    /// Leaves that group as it is, for good.
    void give_up();

    /// The sum of weight * density.
    [[nodiscard]] Scaled sum() const { return {sum_, reference_}; }
    /// The largest log (weight * density); minus infinity without rows.
    [[nodiscard]] double log_largest() const;
    [[nodiscard]] std::span<Siblings* const> siblings() const { return siblings_; }
    /// A lower bound of the shares whose logarithms are not below `log`.
    [[nodiscard]] double least_share(double log) const;

private:
    static constexpr double none = -std::numeric_limits<double>::infinity();

    void look_ahead();
    void add_up_anew();
    /// With another reference.
    void begin_anew();

    ArenaVector<Siblings*> siblings_;  ///< as they came
    ArgMax priorities_;                ///< the highest of each of them
    std::uint32_t best_ = 0;           ///< those that have the highest of all
    Pages::Address next_ = Pages::nowhere;
    double reference_ = none;
    double sum_ = 0;    ///< in multiples of e^reference
    double noise_ = 0;  ///< how much rounding may have changed the sum
};

}  // namespace bestsofar
