#include "bayes_tree/shaped_entries.hpp"

namespace bestsofar {

template <class T>
ShapedEntries::ShapedEntries(const ClassTree<T>& tree, const BandwidthScale& scale) {
    const Entry<T>& root = tree.root();
    if (root.shape) root_.emplace(*root.shape, root.mean, root.variance, scale);
    for (const auto& [address, shapes] : tree.shapes()) {
        if (!tree.sound(address) || tree.node(address).groups() < shapes.size()) continue;
        const ReadNode<T> node = tree.node(address);
        Groups& groups = groups_[address];
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            const auto numbers = [&](const double* first) { return column(first + i, node.groups(), tree.width()); };
            groups.emplace_back();
            if (shapes[i]) groups[i].emplace(*shapes[i], numbers(node.means()), numbers(node.variances()), scale);
        }
    }
}

template ShapedEntries::ShapedEntries(const ClassTree<float>&, const BandwidthScale&);
template ShapedEntries::ShapedEntries(const ClassTree<double>&, const BandwidthScale&);

std::size_t ShapedEntries::nbytes() const {
    std::size_t sum = sizeof(ShapedEntries) + (root_ ? root_->nbytes() : 0);
    for (const auto& [address, groups] : groups_) {
        sum += sizeof(address) + sizeof(groups);
        for (const auto& group : groups) sum += group ? group->nbytes() : sizeof(group);
    }
    return sum;
}

}  // namespace bestsofar
