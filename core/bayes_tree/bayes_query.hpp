#pragma once

#include <optional>

#include "bayes_tree/bayes_tree.hpp"
#include "bayes_tree/contest.hpp"
#include "bayes_tree/frontier.hpp"
#include "bayes_tree/sum_over_time.hpp"

namespace bestsofar {

/// The anytime query of Seidl et al. (2009): the frontiers of the likeliest classes are refined in turn, where the
/// object lies. A step is one node read.
template <class T>
class BayesQuery final : public Query {
public:
    /// Throws InvalidRecord.
    static std::unique_ptr<BayesQuery> begin(std::shared_ptr<const BayesTree<T>> model, Record record);

    /// Throws InvalidBytes unless `suspended` is a query of this very model. Its steps are taken again.
    static std::unique_ptr<BayesQuery> resume(std::shared_ptr<const BayesTree<T>> model,
                                              std::span<const std::byte> suspended);

    [[nodiscard]] bool done() const override { return !next_; }
    [[nodiscard]] std::uint64_t steps() const override { return steps_; }
    [[nodiscard]] std::uint32_t label() const override;
    [[nodiscard]] std::vector<double> proba() const override;
    [[nodiscard]] double margin() const override;
    [[nodiscard]] double confidence() const override;
    /// Rows that stand for the entries with the largest shares of all densities.
    [[nodiscard]] std::vector<std::uint32_t> neighbors() const override;
    [[nodiscard]] Bytes suspend() const override;

protected:
    Stop advance(Budget& budget) override;

private:
    BayesQuery(std::shared_ptr<const BayesTree<T>> model, Record record);

    void step();
    /// Has in `node_` what a node holds.
    void read(const ReadNode<T>& node);
    /// Measures those groups again that have a shape.
    void reshape(const ShapedEntries::Groups& groups);
    /// Has the node read that a class will need next.
    void fetch(std::uint32_t label) const;
    /// Has a class take part in the contest for the next turn.
    void enter(std::uint32_t label);
    [[nodiscard]] bool round_is_over() const;
    /// Chooses the class to refine next: in each round, the likeliest ones have a turn each.
    void choose();
    [[nodiscard]] double score(std::size_t label) const;
    [[nodiscard]] std::vector<double> scores() const;

    std::shared_ptr<const BayesTree<T>> model_;
    std::vector<double> point_;
    ReadEntries read_;
    std::vector<Frontier> frontiers_;
    std::vector<SumOverTime> past_;
    Contest likeliest_;                   ///< of the classes that can be refined and had no turn in this round
    std::vector<std::uint32_t> refined_;  ///< the classes that had one
    std::optional<std::uint32_t> next_;
    ReadEntries node_;
    std::vector<double> logs_;
    std::uint64_t steps_ = 0;
};

}  // namespace bestsofar
