#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "bayes_tree/entry.hpp"
#include "bayes_tree/node.hpp"

namespace bestsofar {

/// The rows of one class as a hierarchy of groups, a node being one run of bytes. Copying it costs little, see Pages.
template <class T>
class ClassTree {
public:
    /// `fanout`: how many entries a node may have, two at least.
    ClassTree(std::size_t width, std::size_t fanout);
    /// Of nodes that are already there.
    ClassTree(std::size_t fanout, Entry<T> root, std::size_t nodes, Pages pages);

    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] std::size_t fanout() const { return fanout_; }
    /// All rows; a count of zero: there are none.
    [[nodiscard]] const Entry<T>& root() const { return root_; }
    [[nodiscard]] std::size_t nodes() const { return nodes_; }
    [[nodiscard]] std::size_t nbytes() const;
    [[nodiscard]] const Pages& pages() const { return pages_; }

    [[nodiscard]] const std::byte* run(Pages::Address address) const { return pages_.at(address); }
    [[nodiscard]] ReadNode<T> node(Pages::Address address) const { return {run(address), width_}; }
    /// Makes the processor fetch the beginning of a node that will be read soon.
    void fetch(Pages::Address address) const;
    /// Whether a node can be read at an address; if not, a file was damaged.
    [[nodiscard]] bool sound(Pages::Address address) const;
    /// Whether all can, and hold as many rows as the root says; reads everything.
    [[nodiscard]] bool sound() const;
    /// A node and all below it, each after those below it and after those on its left. Without recursion: where nodes
    /// have two entries there may be thousands of levels, and in a file more.
    [[nodiscard]] std::vector<Pages::Address> from_below(Pages::Address top) const;
    [[nodiscard]] std::vector<Entry<T>> entries(Pages::Address address) const;

    /// Writes a node of at most as many entries as its fanout.
    [[nodiscard]] Pages::Address store(std::span<const Entry<T>> entries);
    /// Writes a node that takes the place of another.
    [[nodiscard]] Pages::Address replace(Pages::Address old, std::span<const Entry<T>> entries);
    /// Writes a group where it stands.
    void update(Pages::Address address, std::size_t i, const Entry<T>& group);
    void set_root(Entry<T> root) { root_ = std::move(root); }

    /// Those of the groups of a node; where a node is not listed, none of its groups has any. The root has its own.
    using Shapes = std::map<Pages::Address, std::vector<std::shared_ptr<const Shape>>>;
    [[nodiscard]] const Shapes& shapes() const { return shapes_; }
    /// Gives a group a shape, which it keeps wherever insertions move it, until it is split.
    void reshape(Pages::Address address, std::size_t i, std::shared_ptr<const Shape> shape);
    /// Tells the groups of a node which shapes they have.
    void attach_shapes(Pages::Address address, std::span<Entry<T>> groups) const;
    void forget_shapes();

    /// Lays the nodes out anew if more than half of the memory holds none.
    void tidy();

private:
    Pages::Address move_into(ClassTree& other) const;

    std::size_t width_;
    std::size_t fanout_;
    std::size_t nodes_ = 0;
    std::size_t waste_ = 0;
    Entry<T> root_;
    Pages pages_;
    Shapes shapes_;
};

}  // namespace bestsofar
