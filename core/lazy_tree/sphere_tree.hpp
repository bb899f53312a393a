#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bytes.hpp"
#include "distance/vector_measure.hpp"
#include "lazy_tree/node.hpp"

namespace bestsofar {

/// How many entries a node has, except the root.
struct Fanout {
    std::size_t least;
    std::size_t most;
};

/// A height-balanced index of spheres, like an M-tree (Ciaccia et al. 1997): nodes of nodes, each with a ball that
/// covers all centres below. One thread at a time; a copy of nodes() stays as it is.
template <class T>
class SphereTree {
public:
    /// `fanout.least` is at least 1 and at most half of `fanout.most`.
    SphereTree(VectorMeasure<T> measure, Fanout fanout);

    [[nodiscard]] const VectorMeasure<T>& measure() const { return measure_; }
    [[nodiscard]] const Nodes<T>& nodes() const { return nodes_; }
    [[nodiscard]] std::uint32_t root() const { return root_; }
    [[nodiscard]] std::size_t size() const { return places_.size() - free_ids_.size(); }
    [[nodiscard]] std::size_t heap_bytes() const;
    /// Gives back what tables hold beyond the current ids.
    void trim();
    /// Leaves no id unused below the last one. Returns the new id of every old one.
    std::vector<std::uint32_t> close_ranks();

    /// Ids are below this.
    [[nodiscard]] std::size_t ids() const { return places_.size(); }
    /// Whether there is an exemplar of this id.
    [[nodiscard]] bool holds(std::uint32_t id) const {
        const Place& place = places_[id];
        return nodes_[place.node] && nodes_[place.node]->leaf() && place.slot < nodes_[place.node]->size() &&
               at(id).id == id;
    }
    [[nodiscard]] const Exemplar& at(std::uint32_t id) const {
        return nodes_[places_[id].node]->exemplar(places_[id].slot);
    }
    [[nodiscard]] std::vector<T> centre(std::uint32_t id) const {
        return nodes_[places_[id].node]->row(places_[id].slot);
    }
    /// Its id and centre must stay; with another founder it must be moved next.
    template <class Change>
    void change(std::uint32_t id, Change change) {
        nodes_[places_[id].node].edit().change(places_[id].slot, change);
        weigh(places_[id].node);
    }

    /// Gives the exemplar an id and returns that.
    std::uint32_t insert(std::span<const T> centre, Exemplar exemplar);
    void remove(std::uint32_t id);
    void move(std::uint32_t id, std::span<const T> centre);

    /// Measures everything by another scale; every entry stays in its node.
    void rescale(std::vector<T> scale);

    /// Throws std::logic_error that says what is wrong: balance, number of entries, covering, tightness, tables.
    void audit() const;

    /// All of it except measure and fanout, which must be the same where it is read again.
    void put(Writer& out) const;
    void get(Reader& in);

private:
    struct Place {
        std::uint32_t node;
        std::uint32_t slot;
    };
    /// A sphere that is in no leaf for a moment.
    struct Loose {
        std::vector<T> centre;
        Exemplar exemplar;
    };
    class Auditor;

    void insert_into_leaf(std::span<const T> centre, Exemplar exemplar);
    [[nodiscard]] std::uint32_t nearest_leaf(std::span<const T> centre) const;
    void tighten(std::uint32_t node);
    void widen(std::uint32_t node, std::size_t slot);
    void split(std::uint32_t node);
    std::uint32_t halve(std::uint32_t node);
    void hang(std::uint32_t parent, std::uint32_t node);
    [[nodiscard]] Node<T> group(const Node<T>& from, std::span<const std::uint32_t> slots) const;
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> ends(const Node<T>& node) const;
    [[nodiscard]] std::vector<std::uint32_t> from_end_to_end(const Node<T>& node, std::size_t& cut) const;
    void dissolve(std::uint32_t node);
    void loosen(std::uint32_t node, std::vector<Loose>& loose);
    [[nodiscard]] std::vector<std::uint32_t> from_above(std::uint32_t node) const;
    void detach(std::uint32_t node);
    void shrink_root();

    void measure(Node<T>& node, std::size_t slot) const;
    void measure(Node<T>& node) const;
    [[nodiscard]] std::span<const Hit> distances(const Node<T>& node, std::span<const T> query,
                                                 std::size_t first = 0) const;
    std::uint32_t add_node(Node<T> node);
    void drop_node(std::uint32_t node);
    void own_entries(std::uint32_t node);
    void require_tree() const;
    void learn_oldest();
    void weigh(std::uint32_t node);

    VectorMeasure<T> measure_;
    Fanout fanout_;
    Nodes<T> nodes_;
    std::vector<std::uint32_t> parents_;
    std::vector<std::size_t> weights_;  ///< bytes of each node
    std::vector<std::uint32_t> free_nodes_;
    std::vector<Place> places_;  ///< of each exemplar
    std::vector<std::uint32_t> free_ids_;
    mutable std::vector<Hit> hits_;  ///< what distances() gave last
    std::size_t node_bytes_ = 0;
    std::uint32_t root_;
};

}  // namespace bestsofar
