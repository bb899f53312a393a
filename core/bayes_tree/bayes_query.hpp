#pragma once

#include "bayes_tree/arg_max.hpp"
#include "bayes_tree/bayes_tree.hpp"
#include "bayes_tree/frontier.hpp"
#include "bayes_tree/sum_over_time.hpp"

namespace bestsofar {

/// The anytime query of Seidl et al. (2009): the frontiers of the likeliest classes are refined in turn, where the
/// object lies. A step is one node read.
template <class T>
class BayesQuery final : public Query {
public:
    /// Throws InvalidRecord.
    [[nodiscard]] static std::unique_ptr<BayesQuery> begin(std::shared_ptr<const BayesTree<T>> model, Record record);

    /// Throws InvalidBytes unless `suspended` is a query of this very model. Its steps are taken again.
    [[nodiscard]] static std::unique_ptr<BayesQuery> resume(std::shared_ptr<const BayesTree<T>> model,
                                                            std::span<const std::byte> suspended);

    [[nodiscard]] bool done() const override { return next_ == nobody; }
    [[nodiscard]] std::uint64_t steps() const override { return steps_; }
    [[nodiscard]] std::uint32_t label() const override;
    [[nodiscard]] std::vector<double> proba() const override;
    [[nodiscard]] double margin() const override;
    [[nodiscard]] double confidence() const override;
    /// Rows that stand for the entries with the largest shares of all densities.
    [[nodiscard]] std::vector<std::uint64_t> neighbors() const override;
    [[nodiscard]] Bytes suspend() const override;

protected:
    Stop advance(Budget& budget) override;

private:
    BayesQuery(std::shared_ptr<const BayesTree<T>> model, Record record);

    void begin_frontiers();
    [[nodiscard]] Siblings& root(std::uint32_t label, double density);
    void step();
    /// Replaces the next group of a class by what is below it.
    void refine(std::uint32_t label);
    [[nodiscard]] Siblings& read(const ReadNode<T>& node);
    /// Measures those groups again that have a shape.
    void reshape(Siblings& siblings, const ShapedEntries::Groups& groups) const;
    /// Those that had a turn wait for another one; the likeliest of all is next.
    void end_round();
    /// Makes classes wait for a turn, if they can be refined.
    void enter(std::span<const std::uint32_t> labels);
    /// The likeliest of those that wait; it waits no longer.
    [[nodiscard]] std::uint32_t likeliest();
    [[nodiscard]] Scaled score(std::size_t label) const;
    /// Of all classes, as logarithms.
    [[nodiscard]] const std::vector<double>& scores() const;

    static constexpr std::uint32_t nobody = ~std::uint32_t{0};

    std::shared_ptr<const BayesTree<T>> model_;
    Arena memory_;  ///< of all that grows
    std::vector<double> point_;
    ArenaVector<Frontier> frontiers_;
    ArenaVector<SumOverTime> past_;
    ArgMax waiting_;                    ///< the classes that can be refined and had no turn in this round
    ArenaVector<std::uint32_t> turns_;  ///< the classes that had one
    std::size_t most_turns_;            ///< in a round
    std::uint32_t next_ = nobody;       ///< whose turn it is
    std::uint64_t steps_ = 0;
    std::uint64_t entries_ = 0;           ///< read of an opened forest
    mutable std::vector<double> scores_;  ///< as they were when they were last asked for
    mutable std::uint64_t scored_ = 0;    ///< after how many steps that was
};

}  // namespace bestsofar
