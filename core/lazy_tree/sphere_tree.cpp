#include "lazy_tree/sphere_tree.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace bestsofar {

namespace {

constexpr float unbounded = std::numeric_limits<float>::infinity();

}  // namespace

template <class T>
SphereTree<T>::SphereTree(VectorMeasure<T> measure, Fanout fanout) : measure_(std::move(measure)), fanout_(fanout) {
    root_ = add_node(Node<T>(true, std::vector<T>(measure_.row_width())));
}

template <class T>
std::size_t SphereTree<T>::heap_bytes() const {
    return measure_.nbytes() + node_bytes_ + allocated(nodes_) + allocated(parents_) + allocated(weights_) +
           allocated(free_nodes_) + allocated(places_) + allocated(free_ids_) + allocated(hits_);
}

template <class T>
void SphereTree<T>::trim() {
    nodes_.shrink_to_fit();
    parents_.shrink_to_fit();
    weights_.shrink_to_fit();
    places_.shrink_to_fit();
    free_ids_.shrink_to_fit();
    free_nodes_.shrink_to_fit();
    hits_.clear();
    hits_.shrink_to_fit();
}

template <class T>
std::vector<std::uint32_t> SphereTree<T>::close_ranks() {
    std::vector<std::uint32_t> ids(places_.size());
    std::iota(ids.begin(), ids.end(), 0u);
    std::ranges::sort(free_ids_);
    const std::size_t held = size();
    auto gap = free_ids_.begin();
    for (auto id = static_cast<std::uint32_t>(held); id < ids.size(); ++id) {
        if (std::ranges::binary_search(free_ids_, id)) continue;
        ids[id] = *gap++;
        change(id, [&](Exemplar& exemplar) { exemplar.id = ids[id]; });
        places_[ids[id]] = places_[id];
    }
    places_.resize(held);
    free_ids_.clear();
    return ids;
}

template <class T>
std::uint32_t SphereTree<T>::insert(std::span<const T> centre, Exemplar exemplar) {
    if (free_ids_.empty()) {
        exemplar.id = static_cast<std::uint32_t>(places_.size());
        places_.push_back({});
    } else {
        exemplar.id = free_ids_.back();
        free_ids_.pop_back();
    }
    const std::uint32_t id = exemplar.id;
    insert_into_leaf(centre, std::move(exemplar));
    return id;
}

template <class T>
void SphereTree<T>::insert_into_leaf(std::span<const T> centre, Exemplar exemplar) {
    const std::uint32_t leaf = nearest_leaf(centre);
    Node<T>& node = nodes_[leaf].edit();
    places_[exemplar.id] = {leaf, static_cast<std::uint32_t>(node.size())};
    node.add(centre, std::move(exemplar));
    measure(node, node.size() - 1);
    weigh(leaf);
    if (node.size() > fanout_.most) {
        split(leaf);
    } else {
        widen(leaf, node.size() - 1);
    }
}

template <class T>
std::uint32_t SphereTree<T>::nearest_leaf(std::span<const T> centre) const {
    std::uint32_t id = root_;
    while (!nodes_[id]->leaf()) {
        const auto nearest = std::ranges::min_element(distances(*nodes_[id], centre), {}, &Hit::distance);
        id = nodes_[id]->branch(nearest->row).child;
    }
    return id;
}

template <class T>
void SphereTree<T>::move(std::uint32_t id, std::span<const T> centre) {
    const auto [leaf, slot] = places_[id];
    Node<T>& node = nodes_[leaf].edit();
    node.place(slot, centre);
    measure(node, slot);
    tighten(leaf);
}

template <class T>
void SphereTree<T>::rescale(std::vector<T> scale) {
    measure_.rescale(std::move(scale));
    const std::vector<std::uint32_t> downward = from_above(root_);
    for (auto id = downward.rbegin(); id != downward.rend(); ++id) {
        Node<T>& node = nodes_[*id].edit();
        for (std::size_t slot = 0; !node.leaf() && slot < node.size(); ++slot) {
            const std::uint32_t child = node.branch(slot).child;
            node.branch(slot) = nodes_[child]->summary(child);
        }
        measure(node);
    }
}

template <class T>
void SphereTree<T>::remove(std::uint32_t id) {
    const auto [leaf, slot] = places_[id];
    Node<T>& node = nodes_[leaf].edit();
    node.remove(slot);
    if (slot < node.size()) places_[node.exemplar(slot).id].slot = slot;
    free_ids_.push_back(id);
    weigh(leaf);
    if (leaf != root_ && node.size() < fanout_.least) {
        dissolve(leaf);
    } else {
        tighten(leaf);
    }
}

/// Brings what is known above a node up to date.
template <class T>
void SphereTree<T>::tighten(std::uint32_t node) {
    while (node != root_) {
        const std::uint32_t parent = parents_[node];
        const std::size_t slot = nodes_[parent]->slot_of(node);
        const Branch branch = nodes_[node]->summary(node);
        if (nodes_[parent]->branch(slot) == branch) return;
        nodes_[parent].edit().branch(slot) = branch;
        node = parent;
    }
}

/// The same where an entry is new and nothing has gone.
template <class T>
void SphereTree<T>::widen(std::uint32_t node, std::size_t slot) {
    while (node != root_) {
        const std::uint32_t parent = parents_[node];
        const std::size_t above = nodes_[parent]->slot_of(node);
        const Branch branch = nodes_[node]->extended(nodes_[parent]->branch(above), slot);
        if (nodes_[parent]->branch(above) == branch) return;
        nodes_[parent].edit().branch(above) = branch;
        node = parent;
        slot = above;
    }
}

/// Takes out a node with too few entries, and all above that have too few then, and inserts their exemplars again.
template <class T>
void SphereTree<T>::dissolve(std::uint32_t node) {
    std::vector<Loose> loose;
    for (;;) {
        const std::uint32_t parent = parents_[node];
        detach(node);
        loosen(node, loose);
        node = parent;
        if (node == root_ || nodes_[node]->size() >= fanout_.least) break;
    }
    tighten(node);
    shrink_root();
    for (Loose& one : loose) insert_into_leaf(one.centre, std::move(one.exemplar));
}

template <class T>
void SphereTree<T>::detach(std::uint32_t node) {
    Node<T>& parent = nodes_[parents_[node]].edit();
    parent.remove(parent.slot_of(node));
    weigh(parents_[node]);
}

template <class T>
void SphereTree<T>::loosen(std::uint32_t node, std::vector<Loose>& loose) {
    for (const std::uint32_t id : from_above(node)) {
        const Node<T>& from = *nodes_[id];
        for (std::size_t slot = 0; from.leaf() && slot < from.size(); ++slot) {
            loose.push_back({from.row(slot), from.exemplar(slot)});
        }
        drop_node(id);
    }
}

/// A node and all below it, each before those below it and after those on its left. Without recursion: where nodes have
/// two entries there may be thousands of levels, and in a file more.
template <class T>
std::vector<std::uint32_t> SphereTree<T>::from_above(std::uint32_t node) const {
    std::vector<std::uint32_t> found, ahead{node};
    while (!ahead.empty()) {
        found.push_back(ahead.back());
        ahead.pop_back();
        const Node<T>& last = *nodes_[found.back()];
        for (std::size_t slot = last.leaf() ? 0 : last.size(); slot-- > 0;) ahead.push_back(last.branch(slot).child);
    }
    return found;
}

template <class T>
void SphereTree<T>::shrink_root() {
    while (!nodes_[root_]->leaf() && nodes_[root_]->size() == 1) {
        const std::uint32_t child = nodes_[root_]->branch(0).child;
        drop_node(root_);
        root_ = child;
    }
}

/// Measures an entry from the centre of its node.
template <class T>
void SphereTree<T>::measure(Node<T>& node, std::size_t slot) const {
    Hit hit;
    measure_.scan(node.rows(), node.centre().data(), slot, 1, unbounded, &hit);
    node.set_to_centre(slot, measure_.distance(hit.distance));
}

/// Measures all of them.
template <class T>
void SphereTree<T>::measure(Node<T>& node) const {
    for (const Hit& hit : distances(node, node.centre())) node.set_to_centre(hit.row, measure_.distance(hit.distance));
}

/// Reduced, from the entries of a node, the first of which may be left out.
template <class T>
std::span<const Hit> SphereTree<T>::distances(const Node<T>& node, std::span<const T> query, std::size_t first) const {
    hits_.resize(node.size() - first);
    measure_.scan(node.rows(), query.data(), first, hits_.size(), unbounded, hits_.data());
    return hits_;
}

template <class T>
std::uint32_t SphereTree<T>::add_node(Node<T> node) {
    if (free_nodes_.empty()) {
        free_nodes_.push_back(static_cast<std::uint32_t>(nodes_.size()));
        nodes_.emplace_back();
        parents_.push_back(0);
        weights_.push_back(0);
    }
    const std::uint32_t id = free_nodes_.back();
    free_nodes_.pop_back();
    nodes_[id] = CopyOnWrite(std::move(node));
    weigh(id);
    return id;
}

template <class T>
void SphereTree<T>::drop_node(std::uint32_t node) {
    nodes_[node] = {};
    weigh(node);
    free_nodes_.push_back(node);
}

/// Tells the entries of a node where they are now.
template <class T>
void SphereTree<T>::own_entries(std::uint32_t node) {
    const Node<T>& owner = *nodes_[node];
    for (std::uint32_t slot = 0; slot < owner.size(); ++slot) {
        if (owner.leaf()) {
            places_[owner.exemplar(slot).id] = {node, slot};
        } else {
            parents_[owner.branch(slot).child] = node;
        }
    }
    weigh(node);
}

template <class T>
void SphereTree<T>::weigh(std::uint32_t node) {
    const std::size_t bytes = nodes_[node] ? nodes_[node]->nbytes() : 0;
    node_bytes_ += bytes - weights_[node];
    weights_[node] = bytes;
}

template class SphereTree<float>;
template class SphereTree<double>;

}  // namespace bestsofar
