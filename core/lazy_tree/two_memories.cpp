#include "lazy_tree/two_memories.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace bestsofar {

namespace {

constexpr double least_share = 0.1;
constexpr double first_share = 0.65;
constexpr double most_share = 0.9;
constexpr double share_moved = 0.02;  // at a time, or one exemplar, if that is more

/// What the first versions wrote, when only the memories voted.
using Accuracies = std::array<double, 3>;

}  // namespace

template <class T>
TwoMemories<T>::TwoMemories(Spheres<T>& spheres, std::size_t k, Vote& vote, const Caps& caps)
    : spheres_(spheres),
      search_(spheres.tree().measure()),
      vote_(vote),
      mergers_(spheres.tree()),
      k_(k),
      capacity_(caps.exemplars),
      share_(first_share) {}

template <class T>
std::uint32_t TwoMemories<T>::answer(const T* row) {
    const SphereTree<T>& tree = spheres_.tree();
    const std::span windows = std::span(starts_).first(n_windows());
    for (std::size_t window = 0; window < windows.size(); ++window) windows[window] = start_of(window);
    search_.begin(tree.root(), {.k = k_, .windows = windows});
    search_.run(tree.nodes(), row);
    const auto &of_long = search_.found(), &of_short = search_.of_window(0);
    merged_.resize(of_long.size() + of_short.size());
    std::merge(of_long.begin(), of_long.end(), of_short.begin(), of_short.end(), merged_.begin());
    merged_.resize(std::min(merged_.size(), k_));
    labels_.fill(vote(merged_));
    if (!of_long.empty()) labels_[long_memory] = vote(of_long);
    for (std::size_t window = 0; window < windows.size() && !of_short.empty(); ++window) {
        labels_[short_memory + window] = vote(search_.of_window(window));
    }
    return labels_[experts_.best()];
}

/// How many windows there are now: each except the first has more records than vote.
template <class T>
std::size_t TwoMemories<T>::n_windows() const {
    std::size_t windows = 1;
    while (windows < most_windows && n_recent_ >> windows > k_) ++windows;
    return windows;
}

/// The first record of a window.
template <class T>
std::uint64_t TwoMemories<T>::start_of(std::size_t window) const {
    return spheres_.records() - (n_recent_ >> window);
}

template <class T>
std::uint32_t TwoMemories<T>::vote(std::span<const Found> neighbors) {
    vote_.template count<T>(neighbors, spheres_.tree().nodes(), spheres_.tree().measure(), spheres_.now());
    return vote_.label();
}

template <class T>
MemoryFilter TwoMemories<T>::best_expert() const {
    const std::size_t best = experts_.best();
    if (best == long_memory && n_recent_ < spheres_.tree().size()) return {MemoryFilter::long_memory};
    const bool is_there = best >= short_memory && n_recent_ > 0 && best - short_memory < n_windows();
    if (!is_there) return {};
    return {MemoryFilter::short_memory, best == short_memory ? 0 : start_of(best - short_memory)};
}

template <class T>
void TwoMemories<T>::learn(const Labelled<T>& record, bool answered) {
    if (spheres_.tree().size() > 0) {
        if (!answered) (void)answer(record.row.data());
        judge(record.label);
    }
    take_in(record);
}

template <class T>
void TwoMemories<T>::take_in(const Labelled<T>& record) {
    while (spheres_.tree().size() >= capacity_) make_room(0);
    const std::uint32_t id = spheres_.add(record, true);
    if (n_recent_++ == 0) oldest_recent_ = id;
}

/// Notes which expert was right, and gives room to the memory that, for the room it has, does more good.
template <class T>
void TwoMemories<T>::judge(std::uint32_t label) {
    std::array<double, experts> right;
    for (std::size_t expert = 0; expert < experts; ++expert) {
        right[expert] = labels_[expert] == label ? 1 : 0;
    }
    experts_.judge(right);
    // What both together owe to each of them: without it they would be what the other is alone.
    const double to_short = right[both] - right[long_memory], to_long = right[both] - right[short_memory];
    const double lead = to_short * (1 - share_) - to_long * share_;
    const double step = std::max(share_moved, 1 / static_cast<double>(spheres_.tree().size()));
    share_ = std::clamp(share_ + lead * step, least_share, most_share);
}

template <class T>
void TwoMemories<T>::make_room(std::size_t newest) {
    // A share of all the room there is, be it limited by a number of exemplars or by bytes that cannot be had.
    const auto room = static_cast<double>(spheres_.tree().size() - newest);
    const std::size_t most = static_cast<std::size_t>(share_ * room) + newest;
    while (n_recent_ > std::max<std::size_t>(1, most)) release();
    const bool long_memory_harms = experts_.clearly_ahead(short_memory);
    if (const auto pair = long_memory_harms ? std::nullopt : mergers_.cheapest()) return merge(*pair);
    if (n_recent_ == spheres_.tree().size()) release();
    // What is in the long memory is older than all of the short one.
    mergers_.remove(spheres_.tree().at(spheres_.times().oldest()).seat);
    spheres_.forget_oldest();
}

/// The oldest of the short memory goes into the long one.
template <class T>
void TwoMemories<T>::release() {
    const std::uint32_t id = oldest_recent_;
    if (--n_recent_ > 0) oldest_recent_ = spheres_.times().after(id);
    enter(id);
}

template <class T>
void TwoMemories<T>::enter(std::uint32_t id) {
    take_seat(id, ++entered_);
}

template <class T>
void TwoMemories<T>::take_seat(std::uint32_t id, std::uint64_t entered) {
    spheres_.change(id, [&](Exemplar& exemplar) {
        exemplar.entered = entered;
        exemplar.seat = mergers_.add(id, entered);
    });
}

template <class T>
void TwoMemories<T>::merge(const typename Mergers<T>::Pair& pair) {
    const SphereTree<T>& tree = spheres_.tree();
    const auto n = static_cast<double>(tree.at(pair.one).counts.total());
    const auto m = static_cast<double>(tree.at(pair.other).counts.total());
    const double distance = tree.measure().distance(pair.price * (n + m) / (n * m));
    for (const std::uint32_t id : {pair.one, pair.other}) mergers_.remove(tree.at(id).seat);
    enter(spheres_.merge(pair.one, pair.other, distance));
}

template <class T>
std::size_t TwoMemories<T>::nbytes() const {
    return sizeof(*this) + search_.heap_bytes() + mergers_.heap_bytes() + allocated(merged_);
}

template <class T>
void TwoMemories<T>::audit() const {
    std::size_t n_recent = 0;
    spheres_.times().for_each([&](std::uint32_t id) {
        const Exemplar& exemplar = spheres_.tree().at(id);
        const bool wrong = exemplar.recent() ? exemplar.founder != start_of(0) + n_recent : n_recent > 0;
        if (wrong || (exemplar.recent() && n_recent++ == 0 && id != oldest_recent_)) {
            throw std::logic_error("lazy tree: the short memory is not what came last");
        }
        if (exemplar.recent() || mergers_.holds(exemplar.seat, id)) return;
        throw std::logic_error("lazy tree: an exemplar of the long memory has another seat");
    });
    if (n_recent != n_recent_ || n_recent + mergers_.size() != spheres_.tree().size()) {
        throw std::logic_error("lazy tree: the memories hold another number of exemplars than the tree");
    }
}

template <class T>
void TwoMemories<T>::put(Writer& out) const {
    out.put(share_);
    out.put(Accuracies{});
    out.put(entered_);
    out.put<std::uint64_t>(n_recent_);
    std::uint32_t id = oldest_recent_;
    for (std::size_t left = n_recent_; left > 0; --left, id = spheres_.times().after(id)) out.put(id);
    out.put(experts_);
}

template <class T>
void TwoMemories<T>::get(Reader& in) {
    share_ = in.get<double>();
    if (!(share_ >= least_share && share_ <= most_share)) throw InvalidBytes("a share that no memory can have");
    const auto accuracies = in.get<Accuracies>();
    entered_ = in.get<std::uint64_t>();
    const auto recent_ids = in.get_all<std::uint32_t>(in.get<std::uint64_t>());
    seat_long_memory(recent_ids);
    n_recent_ = recent_ids.size();
    if (n_recent_ > 0) oldest_recent_ = recent_ids.front();
    experts_ = in.left() > 0 ? in.get<Experts>() : Experts(accuracies);
}

/// Throws InvalidBytes unless the short memory is what follows the long one in the order of time: the latest records.
template <class T>
void TwoMemories<T>::seat_long_memory(std::span<const std::uint32_t> recent_ids) {
    auto next = recent_ids.begin();
    spheres_.times().for_each([&](std::uint32_t id) {
        const Exemplar& exemplar = spheres_.tree().at(id);
        const auto left = static_cast<std::uint64_t>(recent_ids.end() - next);
        const bool wrong = exemplar.recent()
                               ? left == 0 || *next++ != id || exemplar.founder != spheres_.records() - left
                               : next != recent_ids.begin() || exemplar.entered == 0;
        if (wrong) throw InvalidBytes("memories that cannot be");
        if (!exemplar.recent()) take_seat(id, exemplar.entered);
    });
    if (next != recent_ids.end()) throw InvalidBytes("a memory of nothing");
}

template <class T>
void TwoMemories<T>::rename(std::span<const std::uint32_t> ids) {
    if (n_recent_ > 0) oldest_recent_ = ids[oldest_recent_];
    mergers_.rename(ids);
}

template <class T>
void TwoMemories<T>::trim() {
    search_.trim();
    mergers_.trim([&](std::uint32_t id, std::uint32_t seat) {
        spheres_.change(id, [&](Exemplar& exemplar) { exemplar.seat = seat; });
    });
}

template class TwoMemories<float>;
template class TwoMemories<double>;

}  // namespace bestsofar
