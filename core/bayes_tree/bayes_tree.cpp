#include "bayes_tree/bayes_tree.hpp"

#include <algorithm>

#include "bayes_tree/bayes_query.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t least_entry = 8;  // bytes: how many rows it has, and which

/// One after the other: a query reads them all.
template <class T>
std::vector<std::uint64_t> roots_of(const Forest<T>& forest) {
    const std::size_t n_classes = forest.n_classes();
    std::vector<std::uint64_t> run(ReadNode<T>::length(n_classes, 0, forest.width()) / sizeof(std::uint64_t));
    const OpenNode<T> node(reinterpret_cast<std::byte*>(run.data()), forest.width());
    node.head().groups = static_cast<std::uint32_t>(n_classes);
    for (std::size_t label = 0; label < n_classes; ++label) {
        const Entry<T>& root = forest.tree(label).root();
        node.children()[label] = root.child;
        node.counts()[label] = root.count;
        node.rows()[label] = root.row;
        put_column(root.mean, node.means() + label, n_classes);
        put_column(root.variance, node.variances() + label, n_classes);
    }
    return run;
}

}  // namespace

template <class T>
BayesTree<T>::BayesTree(std::shared_ptr<const Forest<T>> forest, const Rules& rules, ProgressMarginTable confidence,
                        std::string identity)
    : forest_(std::move(forest)),
      n_nodes_(forest_->n_nodes()),
      rules_(rules),
      scale_(bandwidths(rules.bandwidth, forest_->features(), forest_->n_rows()), rules.kernel_variance),
      roots_(roots_of(*forest_)),
      confidence_(std::move(confidence)),
      fingerprint_(Fingerprint()
                       .add(forest_->fingerprint())
                       .add(std::as_bytes(std::span(identity)))
                       .add(rules.bandwidth.name)
                       .add(rules.bandwidth.factor)
                       .add(rules.kernel_variance)
                       .add(rules.decision)
                       .value()) {
    for (std::size_t label = 0; label < forest_->n_classes(); ++label) {
        shaped_.emplace_back(forest_->tree(label), scale_);
        most_entries_ += forest_->tree(label).pages().used() / least_entry;
    }
}

template <class T>
std::size_t BayesTree<T>::nbytes() const {
    std::size_t sum = forest_->nbytes() + scale_.nbytes() + roots_.size() * sizeof(roots_[0]);
    for (const ShapedEntries& entries : shaped_) sum += entries.nbytes();
    return sum;
}

template <class T>
std::unique_ptr<Query> BayesTree<T>::begin(Record record) const {
    return BayesQuery<T>::begin(shared_model(*this), record);
}

template <class T>
std::unique_ptr<Query> BayesTree<T>::resume(std::span<const std::byte> suspended) const {
    return BayesQuery<T>::resume(shared_model(*this), suspended);
}

template <class T>
double BayesTree<T>::confidence(std::uint64_t steps, double margin) const {
    const std::size_t total = std::max<std::size_t>(forest_->n_rows(), 2);
    return confidence_.at(progress_of(std::max<std::uint64_t>(steps, 1), 1, total), margin);
}

template class BayesTree<float>;
template class BayesTree<double>;

}  // namespace bestsofar
