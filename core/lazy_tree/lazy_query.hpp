#pragma once

#include "lazy_tree/lazy_snapshot.hpp"
#include "lazy_tree/search.hpp"

namespace bestsofar {

/// The k nearest exemplars of a lazy tree, the most promising node first. A step is a node.
template <class T>
class LazyQuery final : public Query {
public:
    /// Reads nodes, the root first, until it has seen an exemplar. Throws InvalidRecord.
    [[nodiscard]] static std::unique_ptr<LazyQuery> begin(std::shared_ptr<const LazySnapshot<T>> tree, Record record);

    /// Throws InvalidBytes unless `suspended` is a query of this very tree.
    [[nodiscard]] static std::unique_ptr<LazyQuery> resume(std::shared_ptr<const LazySnapshot<T>> tree,
                                                           std::span<const std::byte> suspended);

    [[nodiscard]] bool done() const override { return search_.done(); }
    [[nodiscard]] std::uint64_t steps() const override { return search_.steps(); }
    [[nodiscard]] std::uint32_t label() const override { return vote_.label(); }
    [[nodiscard]] std::vector<double> proba() const override { return vote_.shares(); }
    /// As for neighbours, of the nearest exemplars and their majorities.
    [[nodiscard]] double margin() const override { return 1 - 1 / distance_ratio(); }
    [[nodiscard]] double distance_ratio() const override;
    [[nodiscard]] double best_distance() const override;
    [[nodiscard]] double confidence() const override;
    /// The records of the stream that the exemplars began with.
    [[nodiscard]] std::vector<std::uint64_t> neighbors() const override;
    [[nodiscard]] Bytes suspend() const override;

protected:
    Stop advance(Budget& budget) override;

private:
    LazyQuery(std::shared_ptr<const LazySnapshot<T>> tree, Record record);
    void read() { search_.read(tree_->nodes(), record_.data()); }
    void vote();

    std::shared_ptr<const LazySnapshot<T>> tree_;
    std::vector<T> record_;
    Search<T> search_;
    Vote vote_;
};

}  // namespace bestsofar
