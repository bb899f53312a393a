#include "lazy_tree/spheres.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "lazy_tree/centre.hpp"

namespace bestsofar {

template <class T>
std::vector<std::uint32_t> Spheres<T>::close_ranks() {
    std::vector<std::uint32_t> ids = tree_.close_ranks();
    times_.rename(ids);
    return ids;
}

template <class T>
std::uint32_t Spheres<T>::add(const Labelled<T>& record, bool recent) {
    Exemplar exemplar{ClassCounts(record.label), 0, record.time, records_++};
    if (recent) exemplar.seat = Exemplar::short_memory;
    const std::uint32_t id = tree_.insert(record.row, std::move(exemplar));
    times_.add(id);
    now_ = record.time;
    return id;
}

template <class T>
std::uint32_t Spheres<T>::add(std::span<const T> centre, ClassCounts counts, double variance, double time) {
    const std::uint32_t id = tree_.insert(centre, Exemplar{std::move(counts), variance, time, records_++});
    times_.add(id);
    now_ = time;
    return id;
}

template <class T>
void Spheres<T>::absorb(std::uint32_t id, const Labelled<T>& record, double distance) {
    const auto before = static_cast<double>(tree_.at(id).counts.total());
    std::vector<T> centre = tree_.centre(id);
    move_towards<T>(centre, record.row, static_cast<T>(before + 1), tree_.measure());
    tree_.move(id, centre);
    tree_.change(id, [&](Exemplar& exemplar) {
        exemplar.variance = (before - 1) / before * exemplar.variance + distance * distance / before;
        exemplar.counts.add(record.label);
        exemplar.touched = record.time;
    });
    times_.touch(id);
    now_ = record.time;
    ++records_;
}

template <class T>
std::uint32_t Spheres<T>::merge(std::uint32_t one, std::uint32_t other, double distance) {
    const bool swap = tree_.at(one).counts.total() < tree_.at(other).counts.total();
    const std::uint32_t large = swap ? other : one, small = swap ? one : other;
    const Exemplar gone = tree_.at(small);
    const auto n = static_cast<double>(tree_.at(large).counts.total()), m = static_cast<double>(gone.counts.total());
    std::vector<T> centre = tree_.centre(large);
    move_towards<T>(centre, tree_.centre(small), static_cast<T>((n + m) / m), tree_.measure());
    if (gone.touched > tree_.at(large).touched) {
        times_.replace(small, large);
    } else {
        times_.remove(small);
    }
    tree_.remove(small);
    tree_.change(large, [&](Exemplar& exemplar) {
        const double within = (n - 1) * exemplar.variance + (m - 1) * gone.variance;
        exemplar.variance = (within + distance * distance * (n * m / (n + m))) / (n + m - 1);
        gone.counts.for_each([&](const ClassCounts::Tally& tally) { exemplar.counts.add(tally.label, tally.count); });
        exemplar.touched = std::max(exemplar.touched, gone.touched);
        exemplar.founder = std::min(exemplar.founder, gone.founder);
    });
    tree_.move(large, centre);
    return large;
}

template <class T>
void Spheres<T>::forget(std::uint32_t id) {
    times_.remove(id);
    tree_.remove(id);
}

template <class T>
void Spheres<T>::relabel(std::span<const std::uint32_t> codes) {
    times_.for_each(
        [&](std::uint32_t id) { tree_.change(id, [&](Exemplar& exemplar) { exemplar.counts.relabel(codes); }); });
}

template <class T>
void Spheres<T>::audit() const {
    tree_.audit();
    std::size_t listed = 0;
    double before = -std::numeric_limits<double>::infinity();
    times_.for_each([&](std::uint32_t id) {
        ++listed;
        if (tree_.at(id).touched < before) throw std::logic_error("lazy tree: not in the order of time");
        before = tree_.at(id).touched;
    });
    if (listed != tree_.size()) throw std::logic_error("lazy tree: not all exemplars are in the time table");
}

template <class T>
void Spheres<T>::put(Writer& out) const {
    tree_.put(out);
    out.put(now_);
    out.put(records_);
    times_.for_each([&](std::uint32_t id) { out.put(id); });
}

template <class T>
void Spheres<T>::get(Reader& in) {
    tree_.get(in);
    now_ = in.get<double>();
    records_ = in.get<std::uint64_t>();
    times_ = {};
    std::vector<bool> listed(tree_.ids());
    for (std::size_t left = tree_.size(); left > 0; --left) {
        const auto id = in.get<std::uint32_t>();
        if (id >= listed.size() || listed[id] || !tree_.holds(id)) throw InvalidBytes("a time of nothing");
        listed[id] = true;
        times_.add(id);
    }
}

template class Spheres<float>;
template class Spheres<double>;

}  // namespace bestsofar
