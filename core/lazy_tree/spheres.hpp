#pragma once

#include <span>

#include "lazy_tree/sphere_tree.hpp"
#include "lazy_tree/time_table.hpp"

namespace bestsofar {

/// A record that is learned.
template <class T>
struct Labelled {
    std::span<const T> row;
    std::uint32_t label;
    double time;
};

/// The exemplars of a lazy tree and what can happen to one: it is founded, it takes in a record, it is merged with
/// another one, it is forgotten.
template <class T>
class Spheres {
public:
    Spheres(const VectorMeasure<T>& measure, Fanout fanout) : tree_(measure, fanout) {}

    [[nodiscard]] const SphereTree<T>& tree() const { return tree_; }
    [[nodiscard]] const TimeTable& times() const { return times_; }
    [[nodiscard]] double now() const { return now_; }
    /// How many records there were, whatever became of them.
    [[nodiscard]] std::uint64_t records() const { return records_; }
    [[nodiscard]] std::size_t heap_bytes() const { return tree_.heap_bytes() + times_.heap_bytes(); }
    void trim() {
        tree_.trim();
        times_.trim();
    }

    /// Leaves no id unused below the last one. Returns the new id of every old one.
    std::vector<std::uint32_t> close_ranks();

    /// A new one of this record; returns its id. `recent`: it is of the short memory.
    std::uint32_t add(const Labelled<T>& record, bool recent);
    /// Of a cluster that was found elsewhere.
    std::uint32_t add(std::span<const T> centre, ClassCounts counts, double variance, double time);
    /// Eqs. 6 to 8; `distance` is that of the record to the centre.
    void absorb(std::uint32_t id, const Labelled<T>& record, double distance);
    /// One sphere of both; the older founder stays. Returns its id.
    std::uint32_t merge(std::uint32_t one, std::uint32_t other, double distance);
    void forget(std::uint32_t id);
    void forget_oldest() { forget(times_.oldest()); }

    void rescale(std::vector<T> scale) { tree_.rescale(std::move(scale)); }
    template <class Change>
    void change(std::uint32_t id, Change change) {
        tree_.change(id, change);
    }
    void relabel(std::span<const std::uint32_t> codes);

    /// Throws std::logic_error that says what is wrong, in the tree or in the table of times.
    void audit() const;

    void put(Writer& out) const;
    void get(Reader& in);

private:
    SphereTree<T> tree_;
    TimeTable times_;
    double now_ = 0;
    std::uint64_t records_ = 0;
};

}  // namespace bestsofar
