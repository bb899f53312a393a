#pragma once

#include <memory>
#include <string>

#include "bayes_tree/densities.hpp"
#include "bayes_tree/forest.hpp"
#include "bayes_tree/shaped_entries.hpp"
#include "model.hpp"
#include "progress_margin_table.hpp"

namespace bestsofar {

/// What makes a class the answer: the density of its frontier (Eq. 7 of Kranen et al. 2012), the densities of all
/// frontiers that it had (Eq. 20), or that of its strongest entry (Eq. 21).
enum class Decision : std::uint8_t { bt, ens, nn };

/// Class trees, and how they are asked.
template <class T>
class BayesTree final : public Model {
public:
    struct Rules {
        BandwidthRule bandwidth;
        bool kernel_variance;
        Decision decision;
    };

    /// `identity` names what cannot be seen from here: the classes.
    BayesTree(std::shared_ptr<const Forest<T>> forest, const Rules& rules, ProgressMarginTable confidence,
              std::string identity);

    [[nodiscard]] std::unique_ptr<Query> begin(Record record) const override;
    [[nodiscard]] std::unique_ptr<Query> resume(std::span<const std::byte> suspended) const override;
    [[nodiscard]] std::size_t n_classes() const override { return forest_->n_classes(); }
    [[nodiscard]] std::size_t nbytes() const override;
    [[nodiscard]] bool concurrent() const override { return true; }

    [[nodiscard]] const Forest<T>& forest() const { return *forest_; }
    [[nodiscard]] std::size_t n_nodes() const { return n_nodes_; }
    /// No query reads more, unless nodes of a damaged file lead back to each other.
    [[nodiscard]] std::uint64_t most_entries() const { return most_entries_; }
    /// The roots of all classes as one node of groups.
    [[nodiscard]] ReadNode<T> roots() const {
        return {reinterpret_cast<const std::byte*>(roots_.data()), forest_->width()};
    }
    [[nodiscard]] const BandwidthScale& scale() const { return scale_; }
    [[nodiscard]] const ShapedEntries& shaped(std::size_t label) const { return shaped_[label]; }
    [[nodiscard]] Decision decision() const { return rules_.decision; }
    [[nodiscard]] double confidence(std::uint64_t steps, double margin) const;
    /// Tells this model from every other one.
    [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

private:
    std::shared_ptr<const Forest<T>> forest_;
    std::size_t n_nodes_;
    std::uint64_t most_entries_ = 0;
    Rules rules_;
    BandwidthScale scale_;
    std::vector<std::uint64_t> roots_;
    std::vector<ShapedEntries> shaped_;
    ProgressMarginTable confidence_;
    std::uint64_t fingerprint_;
};

}  // namespace bestsofar
