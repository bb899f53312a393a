#include <algorithm>
#include <numeric>

#include "lazy_tree/centre.hpp"
#include "lazy_tree/sphere_tree.hpp"

namespace bestsofar {

/// Splits a node that has too many entries, and all above that have too many then.
template <class T>
void SphereTree<T>::split(std::uint32_t node) {
    do {
        node = halve(node);
    } while (nodes_[node]->size() > fanout_.most);
    tighten(node);
}

/// The two farthest entries are the seeds, the others go to the nearer one, as far as both get enough. Returns the node
/// above both halves.
template <class T>
std::uint32_t SphereTree<T>::halve(std::uint32_t node) {
    std::size_t cut;
    const std::vector<std::uint32_t> slots = from_end_to_end(*nodes_[node], cut);
    Node<T> far = group(*nodes_[node], std::span(slots).subspan(cut));
    Node<T> near = group(*nodes_[node], std::span(slots).first(cut));
    nodes_[node] = CopyOnWrite(std::move(near));
    own_entries(node);
    const std::uint32_t sibling = add_node(std::move(far));
    own_entries(sibling);
    if (node == root_) {
        root_ = add_node(Node<T>(false, std::vector<T>(measure_.row_width())));
        hang(root_, node);
    } else {
        Node<T>& parent = nodes_[parents_[node]].edit();
        const std::size_t slot = parent.slot_of(node);
        parent.place(slot, nodes_[node]->centre());
        parent.branch(slot) = nodes_[node]->summary(node);
        measure(parent, slot);
    }
    const std::uint32_t parent = parents_[node];
    hang(parent, sibling);
    return parent;
}

template <class T>
void SphereTree<T>::hang(std::uint32_t parent, std::uint32_t node) {
    Node<T>& above = nodes_[parent].edit();
    above.add(nodes_[node]->centre(), nodes_[node]->summary(node));
    measure(above, above.size() - 1);
    parents_[node] = parent;
    weigh(parent);
}

/// The two entries that are farthest from each other.
template <class T>
std::pair<std::uint32_t, std::uint32_t> SphereTree<T>::ends(const Node<T>& node) const {
    std::pair<std::uint32_t, std::uint32_t> ends{0, 1};
    double longest = -1;
    std::vector<T> row(node.rows().width());
    for (std::uint32_t slot = 0; slot + 1 < node.size(); ++slot) {
        node.rows().get(slot, row);
        for (const Hit& hit : distances(node, row, slot + 1)) {
            if (hit.distance > longest) {
                longest = hit.distance;
                ends = {slot, hit.row};
            }
        }
    }
    return ends;
}

/// The slots, from those that are nearest to one end to those nearest to the other, and where to cut.
template <class T>
std::vector<std::uint32_t> SphereTree<T>::from_end_to_end(const Node<T>& node, std::size_t& cut) const {
    const std::size_t count = node.size();
    const auto [one, other] = ends(node);
    std::vector<double> leans(count);
    for (const Hit& hit : distances(node, node.row(one))) leans[hit.row] = hit.distance;
    for (const Hit& hit : distances(node, node.row(other))) leans[hit.row] -= hit.distance;
    const auto lean = [&](std::uint32_t slot) { return leans[slot]; };
    std::vector<std::uint32_t> slots(count);
    std::iota(slots.begin(), slots.end(), 0u);
    std::ranges::stable_sort(slots, {}, lean);
    // Those as near to both go where there are fewer, or a leaf of equal rows would always split off as few as it may.
    const auto first_even = std::ranges::lower_bound(slots, 0.0, {}, lean) - slots.begin();
    const auto last_even = std::ranges::upper_bound(slots, 0.0, {}, lean) - slots.begin();
    const std::size_t even =
        std::clamp(count / 2, static_cast<std::size_t>(first_even), static_cast<std::size_t>(last_even));
    cut = std::clamp(even, fanout_.least, count - fanout_.least);
    return slots;
}

/// A node of some entries of another one, around their mean.
template <class T>
Node<T> SphereTree<T>::group(const Node<T>& from, std::span<const std::uint32_t> slots) const {
    std::vector<T> centre = from.row(slots.front()), row(centre.size());
    for (std::size_t i = 1; i < slots.size(); ++i) {
        from.rows().get(slots[i], row);
        move_towards<T>(centre, row, static_cast<T>(i + 1), measure_);
    }
    Node<T> node(from.leaf(), std::move(centre));
    node.reserve(slots.size());
    for (const std::uint32_t slot : slots) {
        from.rows().get(slot, row);
        if (from.leaf()) {
            node.add(row, from.exemplar(slot));
        } else {
            node.add(row, from.branch(slot));
        }
    }
    measure(node);
    return node;
}

template void SphereTree<float>::split(std::uint32_t);
template void SphereTree<double>::split(std::uint32_t);

}  // namespace bestsofar
