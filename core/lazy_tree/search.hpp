#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "allocated.hpp"
#include "distance/vector_measure.hpp"
#include "lazy_tree/k_nearest.hpp"
#include "lazy_tree/memory_filter.hpp"
#include "lazy_tree/node.hpp"
#include "lazy_tree/rival.hpp"

namespace bestsofar {

/// What a search looks for.
struct Aim {
    std::size_t k = 1;
    double reach = std::numeric_limits<double>::infinity();  ///< as a cost
    std::optional<std::uint32_t> majority{};                 ///< only exemplars of this class
    MemoryFilter filter{};
    /// If not empty: k of the long memory and, for each of these numbers, k of those of the short one that were founded
    /// from there on. They ascend, and must live as long as the search.
    std::span<const std::uint64_t> windows{};
    std::uint64_t entered_before = std::numeric_limits<std::uint64_t>::max();
    /// If not 0: by the price of a merger with a sphere of this many records, the reduced distance times n m / (n + m).
    std::uint64_t merging = 0;
    bool with_rival = false;  ///< look for the rival, too, in the leaves that are read
};

/// The exact k nearest exemplars, best node first; it can stop after any node. Keeps its memory from search to search.
template <class T>
class Search {
public:
    /// A node to be read.
    struct Ahead {
        double bound;     ///< nothing below is nearer
        double distance;  ///< of its centre
        std::uint64_t oldest;
        std::uint32_t node;

        friend bool operator<(const Ahead& a, const Ahead& b) {  // of a heap: the largest is read first
            if (a.bound != b.bound) return a.bound > b.bound;
            return a.distance != b.distance ? a.distance > b.distance : a.oldest > b.oldest;
        }
    };

    /// `measure` must live as long.
    explicit Search(const VectorMeasure<T>& measure);

    void begin(std::uint32_t root, const Aim& aim);
    /// Whether nothing is left that could change the result.
    [[nodiscard]] bool done() const { return ahead_.empty(); }
    /// Reads the most promising node. `query` must be the same from begin() to the end.
    void read(const Nodes<T>& nodes, const T* query);
    void run(const Nodes<T>& nodes, const T* query) {
        while (!done()) read(nodes, query);
    }

    /// Nearest first: of all, or with Aim::windows of the long memory.
    [[nodiscard]] const std::vector<Found>& found() const { return nearest_[0].list(); }
    [[nodiscard]] const std::vector<Found>& of_window(std::size_t window) const { return nearest_[1 + window].list(); }
    /// With Aim::with_rival.
    [[nodiscard]] const Rival& rival() const { return rival_; }
    [[nodiscard]] const std::vector<Ahead>& ahead() const { return ahead_; }
    [[nodiscard]] std::uint64_t steps() const { return steps_; }
    /// What it keeps from search to search.
    [[nodiscard]] std::size_t heap_bytes() const {
        std::size_t bytes = allocated(nearest_) + allocated(ahead_) + allocated(hits_);
        for (const KNearest& nearest : nearest_) bytes += nearest.heap_bytes();
        return bytes;
    }

    /// Gives back what only a search under way needs.
    void trim() {
        hits_.clear();
        hits_.shrink_to_fit();
        ahead_.shrink_to_fit();
    }

    /// Continues where another one was left.
    void restore(std::span<const Found> found, const Rival& rival, std::vector<Ahead> ahead, std::uint64_t steps);

private:
    void read_leaf(const Node<T>& leaf, std::uint32_t id, const T* query);
    void read_branches(const Node<T>& node, const T* query);
    [[nodiscard]] bool wanted(const Exemplar& exemplar) const;
    [[nodiscard]] double cost_of(double reduced, const Exemplar& exemplar) const;
    [[nodiscard]] bool offer(const Found& found, bool recent);
    void narrow();
    [[nodiscard]] bool hopeless(double bound, std::uint64_t oldest) const;
    void drop_hopeless();

    const VectorMeasure<T>* measure_;
    double slack_;  ///< what rounding may do to a distance, as a share of it
    Aim aim_;
    std::vector<KNearest> nearest_;
    Rival rival_;
    double reach_ = 0;          ///< as a distance
    T bound_ = 0;               ///< the first reduced distance that is too far
    std::uint64_t latest_ = 0;  ///< what was founded after this one is too late for a place in the list
    std::uint64_t steps_ = 0;
    std::vector<Ahead> ahead_;
    std::vector<Hit> hits_;
};

}  // namespace bestsofar
