#include <cmath>
#include <stdexcept>
#include <string>

#include "lazy_tree/sphere_tree.hpp"

namespace bestsofar {

namespace {

void require(bool holds, const char* what) {
    if (!holds) throw std::logic_error(std::string("sphere tree: ") + what);
}

}  // namespace

/// Looks at every node once, and tells whether what the tables say of it is so.
template <class T>
class SphereTree<T>::Auditor {
public:
    explicit Auditor(const SphereTree& tree) : tree_(tree), depths_(tree.nodes_.size()) {}

    void run() {
        for (const std::uint32_t id : tree_.from_above(tree_.root_)) visit(id);
        require(exemplars_ == tree_.size(), "the tables hold another number of exemplars than the leaves");
        require(nodes_ + tree_.free_nodes_.size() == tree_.nodes_.size(), "a node is neither in the tree nor free");
        require(bytes_ == tree_.node_bytes_, "bytes were not counted");
    }

private:
    void visit(std::uint32_t id) {
        const Node<T>& node = *tree_.nodes_[id];
        ++nodes_;
        bytes_ += Node<T>(node).nbytes();  // a copy counts anew
        require(node.size() <= tree_.fanout_.most, "a node has too many entries");
        require(id == tree_.root_ || node.size() >= tree_.fanout_.least, "a node has too few entries");
        require(id != tree_.root_ || node.leaf() || node.size() >= 2, "the root has one entry and is no leaf");
        for (std::uint32_t slot = 0; slot < node.size(); ++slot) {
            require(same(node.to_centre(slot), from(node.centre(), node, slot)), "a distance to a centre is old");
            if (node.leaf()) {
                visit_exemplar(id, slot);
            } else {
                visit_child(id, slot);
            }
        }
        if (node.leaf()) {
            if (leaf_depth_ == unknown) leaf_depth_ = depths_[id];
            require(depths_[id] == leaf_depth_, "the leaves are not on one level");
        }
    }

    void visit_exemplar(std::uint32_t id, std::uint32_t slot) {
        const Exemplar& exemplar = tree_.nodes_[id]->exemplar(slot);
        const Place& place = tree_.places_[exemplar.id];
        require(place.node == id && place.slot == slot, "an exemplar is not where the table says");
        std::uint64_t records = 0;
        exemplar.counts.for_each([&](const ClassCounts::Tally& tally) {
            require(tally.count > 0, "a class without records is counted");
            records += tally.count;
        });
        require(records == exemplar.counts.total(), "the records of an exemplar do not add up");
        ++exemplars_;
    }

    void visit_child(std::uint32_t id, std::uint32_t slot) {
        const Node<T>& node = *tree_.nodes_[id];
        const Branch& branch = node.branch(slot);
        const Node<T>& child = *tree_.nodes_[branch.child];
        require(tree_.parents_[branch.child] == id, "a node has another parent");
        require(from(child.centre(), node, slot) == 0, "a centre is not that of the node below");
        require(branch == child.summary(branch.child), "a radius is not tight, or the oldest below is another one");
        covered(branch.child, child.centre(), branch.radius);
        depths_[branch.child] = depths_[id] + 1;
    }

    /// All centres below a node lie in its ball.
    void covered(std::uint32_t node, const std::vector<T>& centre, double radius) {
        for (const std::uint32_t id : tree_.from_above(node)) {
            const Node<T>& below = *tree_.nodes_[id];
            for (std::uint32_t slot = 0; below.leaf() && slot < below.size(); ++slot) {
                require(from(centre, below, slot) <= radius * (1 + tolerance), "an exemplar is not covered");
            }
        }
    }

    double from(const std::vector<T>& centre, const Node<T>& node, std::uint32_t slot) {
        Hit hit;
        tree_.measure_.scan(node.rows(), centre.data(), slot, 1, std::numeric_limits<T>::infinity(), &hit);
        return tree_.measure_.distance(hit.distance);
    }
    static bool same(double a, double b) { return std::abs(a - b) <= tolerance * std::max(a, b); }

    static constexpr double tolerance = 1e-4;  // of float32
    static constexpr std::size_t unknown = static_cast<std::size_t>(-1);

    const SphereTree& tree_;
    std::vector<std::size_t> depths_;
    std::size_t nodes_ = 0;
    std::size_t exemplars_ = 0;
    std::size_t bytes_ = 0;
    std::size_t leaf_depth_ = unknown;
};

template <class T>
void SphereTree<T>::audit() const {
    Auditor(*this).run();
}

template void SphereTree<float>::audit() const;
template void SphereTree<double>::audit() const;

}  // namespace bestsofar
