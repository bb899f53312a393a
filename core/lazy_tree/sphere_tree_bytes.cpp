#include "lazy_tree/sphere_tree.hpp"

#include <algorithm>

namespace bestsofar {

namespace {

void put(Writer& out, const Exemplar& exemplar) {
    out.put(exemplar.variance);
    out.put(exemplar.touched);
    out.put(exemplar.founder);
    out.put(exemplar.recent());
    out.put(exemplar.id);
    out.put(exemplar.entered);
    out.put<std::uint64_t>(exemplar.counts.size());
    exemplar.counts.for_each([&](const ClassCounts::Tally& tally) { out.put(tally); });
}

void put(Writer& out, const Branch& branch) {
    out.put(branch.child);
    out.put(branch.radius);
}

Branch get_branch(Reader& in) {
    const auto child = in.get<std::uint32_t>();
    return {child, in.get<double>(), 0};
}

Exemplar get_exemplar(Reader& in) {
    Exemplar exemplar{ClassCounts(0, 0), in.get<double>(), in.get<double>(), in.get<std::uint64_t>()};
    if (in.get<bool>()) exemplar.seat = Exemplar::short_memory;
    exemplar.id = in.get<std::uint32_t>();
    exemplar.entered = in.get<std::uint64_t>();
    const auto classes = in.get<std::uint64_t>();
    const auto first = in.get<ClassCounts::Tally>();
    exemplar.counts = ClassCounts(first.label, first.count);
    for (std::size_t i = 1; i < classes; ++i) {
        const auto tally = in.get<ClassCounts::Tally>();
        exemplar.counts.add(tally.label, tally.count);
    }
    return exemplar;
}

void put_ids(Writer& out, const std::vector<std::uint32_t>& ids) {
    out.put<std::uint64_t>(ids.size());
    out.put_all(ids);
}

void require(bool holds) {
    if (!holds) throw InvalidBytes("a tree that cannot be");
}

std::vector<std::uint32_t> get_ids(Reader& in, std::size_t below) {
    std::vector<std::uint32_t> ids = in.get_all<std::uint32_t>(in.get<std::uint64_t>());
    require(std::ranges::all_of(ids, [&](std::uint32_t id) { return id < below; }));
    return ids;
}

/// Of as many things as are still to be read, none of which takes less than a byte.
std::size_t get_count(Reader& in) {
    const auto count = in.get<std::uint64_t>();
    require(count <= in.left());
    return count;
}

}  // namespace

template <class T>
void SphereTree<T>::put(Writer& out) const {
    out.put<std::uint64_t>(nodes_.size());
    out.put<std::uint64_t>(places_.size());
    out.put(root_);
    put_ids(out, free_nodes_);
    put_ids(out, free_ids_);
    for (const auto& node : nodes_) {
        out.put(static_cast<bool>(node));
        if (!node) continue;
        out.put(node->leaf());
        out.put_all(node->centre());
        out.put<std::uint64_t>(node->size());
        for (std::size_t slot = 0; slot < node->size(); ++slot) {
            out.put_all(node->row(slot));
            if (node->leaf()) {
                bestsofar::put(out, node->exemplar(slot));
            } else {
                bestsofar::put(out, node->branch(slot));
            }
        }
    }
}

template <class T>
void SphereTree<T>::get(Reader& in) {
    const std::size_t width = measure_.row_width();
    nodes_ = Nodes<T>(get_count(in));
    places_.assign(get_count(in), {});
    root_ = in.get<std::uint32_t>();
    free_nodes_ = get_ids(in, nodes_.size());
    free_ids_ = get_ids(in, places_.size());
    parents_.assign(nodes_.size(), 0);
    weights_.assign(nodes_.size(), 0);
    node_bytes_ = 0;
    for (auto& kept : nodes_) {
        if (!in.get<bool>()) continue;
        const bool leaf = in.get<bool>();
        Node<T> node(leaf, in.get_all<T>(width));
        for (auto left = in.get<std::uint64_t>(); left > 0; --left) {
            const std::vector<T> row = in.get_all<T>(width);
            if (leaf) {
                node.add(row, get_exemplar(in));
            } else {
                node.add(row, get_branch(in));
            }
        }
        measure(node);
        kept = CopyOnWrite(std::move(node));
    }
    require_tree();
    for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
        if (nodes_[id]) own_entries(id);
    }
    learn_oldest();
}

/// Nodes lead to nodes that are there, none twice and none to the root; so from there one comes to an end, and to all
/// nodes. What is free is in no use, and free only once.
template <class T>
void SphereTree<T>::require_tree() const {
    require(root_ < nodes_.size() && nodes_[root_]);
    std::vector<bool> led_to(nodes_.size()), held(places_.size());
    led_to[root_] = true;
    for (const std::uint32_t id : free_nodes_) {
        require(!nodes_[id] && !led_to[id]);
        led_to[id] = true;
    }
    for (const std::uint32_t id : free_ids_) {
        require(!held[id]);
        held[id] = true;
    }
    for (const auto& node : nodes_) {
        for (std::size_t slot = 0; node && slot < node->size(); ++slot) {
            std::vector<bool>& seen = node->leaf() ? held : led_to;
            const std::uint32_t one = node->leaf() ? node->exemplar(slot).id : node->branch(slot).child;
            require(one < seen.size() && !seen[one] && (node->leaf() || nodes_[one]));
            seen[one] = true;
        }
    }
    require(std::ranges::find(held, false) == held.end());
    require(from_above(root_).size() + free_nodes_.size() == nodes_.size());
}

/// Finds the oldest below each branch, from the leaves up: bytes do not tell.
template <class T>
void SphereTree<T>::learn_oldest() {
    const std::vector<std::uint32_t> downward = from_above(root_);
    for (auto id = downward.rbegin(); id != downward.rend(); ++id) {
        auto& node = nodes_[*id];
        for (std::size_t slot = 0; !node->leaf() && slot < node->size(); ++slot) {
            const std::uint32_t child = node->branch(slot).child;
            const std::uint64_t oldest = nodes_[child]->summary(child).oldest;
            node.edit().branch(slot).oldest = oldest;
        }
    }
}

template void SphereTree<float>::put(Writer&) const;
template void SphereTree<double>::put(Writer&) const;
template void SphereTree<float>::get(Reader&);
template void SphereTree<double>::get(Reader&);

}  // namespace bestsofar
