#pragma once

#include <optional>

#include "bayes_tree/bayes_tree.hpp"
#include "bayes_tree/frontier.hpp"
#include "bayes_tree/standings.hpp"
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

    [[nodiscard]] bool done() const override { return turn_ == turns_.size(); }
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

    void begin_frontiers();
    [[nodiscard]] Siblings& root(const GroupHead& head, double density, const std::optional<ShapedGaussian>& shaped);
    void step();
    [[nodiscard]] Siblings& read(const ReadNode<T>& node);
    /// Measures those groups again that have a shape.
    void reshape(Siblings& siblings, const ShapedEntries::Groups& groups) const;
    /// Chooses the classes that have a turn in the next round: the likeliest, those of this round included.
    void plan();
    /// Has classes take part in the contest for the next round, if they can be refined.
    void enter(std::span<const std::uint32_t> labels);
    [[nodiscard]] Multiple score(std::size_t label) const;
    [[nodiscard]] std::vector<double> scores() const;

    std::shared_ptr<const BayesTree<T>> model_;
    std::vector<double> point_;
    AllSiblings read_;
    std::vector<Frontier> frontiers_;
    std::vector<SumOverTime> past_;
    Standings likeliest_;               ///< of the classes that can be refined and have no turn in this round
    std::vector<std::uint32_t> turns_;  ///< the classes that have one
    std::size_t turn_ = 0;              ///< whose turn it is
    std::uint64_t steps_ = 0;
};

}  // namespace bestsofar
