#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bayes_tree/pages.hpp"

namespace bestsofar {

/// An entry that a query has read.
struct ReadEntry {
    double density;        ///< its logarithm
    Pages::Address child;  ///< nowhere: a kernel, or the node below was read
    double weight;         ///< its number of rows, or what it was made; 0: it was replaced
    std::uint32_t row;
    double share = 0;  ///< of the sum, in its multiples
};

/// All that a query has read, of all classes, in the order it came.
using ReadEntries = std::vector<ReadEntry>;

/// The entries of one class that a query has read and not yet replaced by finer ones, and the sum of their densities,
/// each times its weight. Sums are kept as multiples of a power of e, so that they neither overflow nor vanish.
///
/// The entries lie with those of the other classes, node by node: one piece of memory serves a query, and what is read
/// next to each other lies next to each other.
class Frontier {
public:
    /// Without rows.
    Frontier() = default;
    Frontier(ReadEntries& read, const ReadEntry& root);

    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    [[nodiscard]] bool refinable() const { return !waiting_.empty(); }
    /// The node to read next: below the entry of highest density; of equal ones, the one that came first.
    [[nodiscard]] Pages::Address next(const ReadEntries& read) const { return read[waiting_.front().place].child; }
    /// Replaces that entry by those that the node below it holds.
    void refine(ReadEntries& read, std::span<const ReadEntry> finer);
    /// Leaves that entry as it is, for good.
    void settle(ReadEntries& read);

    /// The logarithm of the sum of weight * density; minus infinity without rows.
    [[nodiscard]] double log_sum() const { return log_sum_; }
    /// The largest log (weight * density).
    [[nodiscard]] double log_largest(const ReadEntries& read) const;

private:
    using Place = std::uint32_t;

    /// The entries of a node have the places from `first` to `last`.
    struct Node {
        Place first, last;

        [[nodiscard]] std::span<ReadEntry> of(ReadEntries& read) const {
            return std::span(read).subspan(first, last - first);
        }
        [[nodiscard]] std::span<const ReadEntry> of(const ReadEntries& read) const {
            return std::span(read).subspan(first, last - first);
        }
    };

    /// The first in line of the entries of a node: of many that could be refined few are, and the others never enter
    /// the heap.
    struct Candidate {
        double density;
        Place place;
        Place node;

        [[nodiscard]] bool operator<(const Candidate& other) const {
            return density < other.density || (density == other.density && place > other.place);
        }
    };

    /// Has the entries of another node, which wait from now on.
    void take_in(ReadEntries& read, std::span<const ReadEntry> entries);
    /// Has one of the entries of a node wait, if there is one to be refined.
    void wait(const ReadEntries& read, Place node);
    void take_away(ReadEntry& entry);
    void add(ReadEntries& read, const Node& node);
    void add_up_anew(ReadEntries& read);
    /// With another reference.
    void begin_anew(ReadEntries& read);

    std::vector<Node> nodes_;
    std::vector<Candidate> waiting_;  ///< a heap
    double reference_ = 0;
    double sum_ = 0;    ///< in multiples of e^reference
    double noise_ = 0;  ///< how much rounding may have changed the sum
    double log_sum_ = -std::numeric_limits<double>::infinity();
};

}  // namespace bestsofar
