#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "distance/blocks.hpp"
#include "lazy_tree/class_counts.hpp"
#include "lazy_tree/copy_on_write.hpp"

namespace bestsofar {

/// A sphere of records: all but its centre, which stands in the rows of its leaf.
struct Exemplar {
    ClassCounts counts;
    double variance;            ///< Eq. 7
    double touched;             ///< when it last took in a record
    std::uint64_t founder;      ///< which record of the stream it began with; no two have the same
    std::uint32_t seat = 0;     ///< its place in the table of mergers, which only the long memory has
    std::uint32_t id = 0;       ///< its place in the tables beside the tree
    std::uint64_t entered = 0;  ///< when it came into the long memory, as a number of such events

    static constexpr std::uint32_t short_memory = ~std::uint32_t{0};  ///< the seat of those that have none

    /// Whether it is a raw record of the short memory.
    [[nodiscard]] bool recent() const { return seat == short_memory; }
};

/// What a routing entry knows of the node below.
struct Branch {
    std::uint32_t child;
    double radius;         ///< covers everything below: the tightest one that the entries of the child allow
    std::uint64_t oldest;  ///< the first founder below

    friend bool operator==(const Branch&, const Branch&) = default;
};

/// Entries of one kind, their centres in blocks that are read sixteen at a time.
template <class T>
class Node {
public:
    /// `centre`: what the distances of the entries refer to; that of the root is arbitrary.
    Node(bool leaf, std::vector<T> centre) : leaf_(leaf), centre_(std::move(centre)), rows_(0, centre_.size()) {}
    /// With the same room for more.
    Node(const Node& other)
        : leaf_(other.leaf_), centre_(other.centre_), rows_(other.rows_.resized(other.rows_.rows())) {
        copy(other.to_centre_, to_centre_);
        copy(other.exemplars_, exemplars_);
        copy(other.branches_, branches_);
        for (const Exemplar& exemplar : exemplars_) counts_bytes_ += exemplar.counts.heap_bytes();
    }
    Node(Node&&) = default;
    Node& operator=(Node&&) = default;

    [[nodiscard]] bool leaf() const { return leaf_; }
    [[nodiscard]] std::size_t size() const { return to_centre_.size(); }
    [[nodiscard]] const std::vector<T>& centre() const { return centre_; }
    [[nodiscard]] const Blocks<T>& rows() const { return rows_; }
    [[nodiscard]] std::vector<T> row(std::size_t slot) const {
        std::vector<T> values(rows_.width());
        rows_.get(slot, values);
        return values;
    }
    [[nodiscard]] double to_centre(std::size_t slot) const { return to_centre_[slot]; }
    [[nodiscard]] const Exemplar& exemplar(std::size_t slot) const { return exemplars_[slot]; }
    [[nodiscard]] const Branch& branch(std::size_t slot) const { return branches_[slot]; }
    [[nodiscard]] Branch& branch(std::size_t slot) { return branches_[slot]; }
    [[nodiscard]] std::size_t slot_of(std::uint32_t child) const {
        const auto found = std::ranges::find(branches_, child, &Branch::child);
        return static_cast<std::size_t>(found - branches_.begin());
    }

    /// What a routing entry knows of this node, by its number.
    [[nodiscard]] Branch summary(std::uint32_t number) const {
        Branch known{number, 0, std::numeric_limits<std::uint64_t>::max()};
        for (std::size_t slot = 0; slot < size(); ++slot) known = extended(known, slot);
        return known;
    }
    /// The same, if so far it knew nothing of this entry.
    [[nodiscard]] Branch extended(const Branch& known, std::size_t slot) const {
        return {known.child, std::max(known.radius, to_centre_[slot] + (leaf_ ? 0 : branches_[slot].radius)),
                std::min(known.oldest, leaf_ ? exemplars_[slot].founder : branches_[slot].oldest)};
    }

    /// Makes room for this many entries, and for the rest of their last block.
    void reserve(std::size_t entries) {
        rows_ = rows_.resized((entries + lanes - 1) / lanes * lanes);
        to_centre_.reserve(rows_.rows());
        if (leaf_) {
            exemplars_.reserve(rows_.rows());
        } else {
            branches_.reserve(rows_.rows());
        }
    }

    // An entry that is new or was moved is to be measured next.
    void add(std::span<const T> row, Exemplar exemplar) {
        append(row);
        counts_bytes_ += exemplar.counts.heap_bytes();
        exemplars_.push_back(std::move(exemplar));
    }
    void add(std::span<const T> row, Branch branch) {
        append(row);
        branches_.push_back(branch);
    }
    /// Calls change(exemplar), which may change all but its place.
    template <class Change>
    void change(std::size_t slot, Change change) {
        counts_bytes_ -= exemplars_[slot].counts.heap_bytes();
        change(exemplars_[slot]);
        counts_bytes_ += exemplars_[slot].counts.heap_bytes();
    }
    void place(std::size_t slot, std::span<const T> row) { rows_.set(slot, row); }
    void set_to_centre(std::size_t slot, double distance) { to_centre_[slot] = distance; }

    /// The last entry takes the place of the one that goes.
    void remove(std::size_t slot) {
        if (leaf_) counts_bytes_ -= exemplars_[slot].counts.heap_bytes();
        rows_.copy_row(rows_, size() - 1, slot);
        take_last(to_centre_, slot);
        if (leaf_) {
            take_last(exemplars_, slot);
        } else {
            take_last(branches_, slot);
        }
        if (size() + lanes > rows_.rows()) return;
        rows_ = rows_.resized(rows_.rows() - lanes);
        to_centre_.shrink_to_fit();
        exemplars_.shrink_to_fit();
        branches_.shrink_to_fit();
    }

    [[nodiscard]] std::size_t nbytes() const {
        return CopyOnWrite<Node>::bytes() + allocated(rows_.nbytes()) + allocated(centre_) + allocated(to_centre_) +
               allocated(branches_) + allocated(exemplars_) + counts_bytes_;
    }

private:
    static constexpr std::size_t lanes = Blocks<T>::lanes;

    void append(std::span<const T> row) {
        if (size() == rows_.rows()) reserve(size() + 1);
        to_centre_.push_back(0);
        rows_.set(size() - 1, row);
    }

    template <class Entry>
    static void copy(const std::vector<Entry>& from, std::vector<Entry>& to) {
        to.reserve(from.capacity());
        to.assign(from.begin(), from.end());
    }

    template <class Entry>
    static void take_last(std::vector<Entry>& entries, std::size_t slot) {
        if (slot + 1 < entries.size()) entries[slot] = std::move(entries.back());
        entries.pop_back();
    }

    bool leaf_;
    std::vector<T> centre_;
    Blocks<T> rows_;
    std::vector<double> to_centre_;
    std::vector<Exemplar> exemplars_;
    std::vector<Branch> branches_;
    std::size_t counts_bytes_ = 0;  ///< what the exemplars have besides themselves
};

/// By number; a number without a node is empty.
template <class T>
using Nodes = std::vector<CopyOnWrite<Node<T>>>;

}  // namespace bestsofar
