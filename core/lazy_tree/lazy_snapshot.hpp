#pragma once

#include <mutex>
#include <string>

#include "lazy_tree/settling.hpp"
#include "lazy_tree/sphere_tree.hpp"
#include "lazy_tree/vote.hpp"
#include "model.hpp"

namespace bestsofar {

/// How the exemplars of a tree answer.
struct Answering {
    std::size_t k;
    VoteRule vote;
    std::size_t n_classes;
    std::string identity;  ///< what cannot be seen from here: the metric, the classes
    MemoryFilter filter;   ///< which exemplars answer
    double now;            ///< the time of the latest record
    Settling settling;
};

/// A lazy tree as it was at one moment. Shares its nodes with the tree, which copies those that it edits.
template <class T>
class LazySnapshot final : public Model {
public:
    LazySnapshot(const SphereTree<T>& tree, Answering answering)
        : nodes_(tree.nodes()), root_(tree.root()), measure_(tree.measure()), answering_(std::move(answering)) {}

    [[nodiscard]] std::unique_ptr<Query> begin(Record record) const override;
    [[nodiscard]] std::unique_ptr<Query> resume(std::span<const std::byte> suspended) const override;
    [[nodiscard]] std::size_t n_classes() const override { return answering_.n_classes; }
    [[nodiscard]] std::size_t nbytes() const override;
    [[nodiscard]] bool concurrent() const override { return true; }

    [[nodiscard]] const Nodes<T>& nodes() const { return nodes_; }
    [[nodiscard]] std::uint32_t root() const { return root_; }
    [[nodiscard]] const VectorMeasure<T>& measure() const { return measure_; }
    [[nodiscard]] const Answering& answering() const { return answering_; }
    /// Tells this model from every other one; computed when it is first asked for.
    [[nodiscard]] std::uint64_t fingerprint() const;

private:
    Nodes<T> nodes_;
    std::uint32_t root_;
    VectorMeasure<T> measure_;
    Answering answering_;
    mutable std::once_flag fingerprinted_;
    mutable std::uint64_t fingerprint_ = 0;
};

}  // namespace bestsofar
