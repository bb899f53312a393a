#include "lazy_tree/two_memories.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace bestsofar {

namespace {

constexpr double memory_of_accuracy = 200;  // records
constexpr double least_share = 0.2;
constexpr double most_share = 0.9;

}  // namespace

template <class T>
TwoMemories<T>::TwoMemories(Spheres<T>& spheres, std::size_t k, Vote& vote, const Caps& caps)
    : spheres_(spheres),
      search_(spheres.tree().measure()),
      vote_(vote),
      mergers_(spheres.tree()),
      k_(k),
      capacity_(caps.exemplars),
      share_(least_share) {}

template <class T>
std::uint32_t TwoMemories<T>::answer(const T* row) {
    const SphereTree<T>& tree = spheres_.tree();
    search_.begin(tree.root(), {.k = k_, .by_age = true});
    search_.run(tree.nodes(), row);
    const auto &settled_ones = search_.found(), &recent_ones = search_.recent();
    merged_.resize(settled_ones.size() + recent_ones.size());
    std::merge(settled_ones.begin(), settled_ones.end(), recent_ones.begin(), recent_ones.end(), merged_.begin());
    merged_.resize(std::min(merged_.size(), k_));
    labels_[both] = vote(merged_);
    labels_[settled] = settled_ones.empty() ? labels_[both] : vote(settled_ones);
    labels_[recent] = recent_ones.empty() ? labels_[both] : vote(recent_ones);
    return labels_[best()];
}

template <class T>
std::uint32_t TwoMemories<T>::vote(std::span<const Found> neighbors) {
    vote_.template count<T>(neighbors, spheres_.tree().nodes(), spheres_.tree().measure(), spheres_.now());
    return vote_.label();
}

template <class T>
auto TwoMemories<T>::best() const -> Voter {
    return static_cast<Voter>(std::ranges::max_element(accuracy_) - accuracy_.begin());
}

template <class T>
std::optional<bool> TwoMemories<T>::speaker() const {
    const Voter speaks = best();
    const bool alone = queue_.empty() || queue_.size() == spheres_.tree().size();
    return speaks == both || alone ? std::nullopt : std::optional(speaks == recent);
}

template <class T>
void TwoMemories<T>::learn(const Labelled<T>& record, bool answered) {
    if (spheres_.tree().size() > 0) {
        if (!answered) (void)answer(record.row.data());
        judge(record.label);
    }
    while (spheres_.tree().size() >= capacity_) make_room(0);
    queue_.push_back(spheres_.found(record, true));
}

/// Notes who was right, and gives room to the memory that was right alone.
template <class T>
void TwoMemories<T>::judge(std::uint32_t label) {
    for (std::size_t voter = 0; voter < voters; ++voter) {
        accuracy_[voter] += ((labels_[voter] == label ? 1.0 : 0.0) - accuracy_[voter]) / memory_of_accuracy;
    }
    const int lead = static_cast<int>(labels_[recent] == label) - static_cast<int>(labels_[settled] == label);
    share_ = std::clamp(share_ + lead / static_cast<double>(spheres_.tree().size()), least_share, most_share);
}

template <class T>
void TwoMemories<T>::make_room(std::size_t newest) {
    // Of all room there is, be it exemplars or bytes that are no more to be had.
    const auto room = static_cast<double>(spheres_.tree().size() - newest);
    const std::size_t most = static_cast<std::size_t>(share_ * room) + newest;
    while (queue_.size() > std::max<std::size_t>(1, most)) release();
    if (const auto pair = mergers_.cheapest()) return merge(*pair);
    if (queue_.size() == spheres_.tree().size()) release();
    // No two of one class are left to merge; what is in the long memory is older than all of the short one.
    mergers_.remove(spheres_.tree().at(spheres_.times().oldest()).seat);
    spheres_.forget_oldest();
}

/// The oldest of the short memory goes into the long one.
template <class T>
void TwoMemories<T>::release() {
    enter(queue_.front());
    queue_.pop_front();
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
    return sizeof(*this) + search_.heap_bytes() + mergers_.heap_bytes() + queue_.size() * sizeof(queue_[0]) +
           merged_.capacity() * sizeof(Found);
}

template <class T>
void TwoMemories<T>::audit() const {
    std::size_t recent_ones = 0;
    spheres_.times().for_each([&](std::uint32_t id) {
        const Exemplar& exemplar = spheres_.tree().at(id);
        recent_ones += exemplar.recent();
        if (exemplar.recent() || mergers_.holds(exemplar.seat, id)) return;
        throw std::logic_error("lazy tree: an exemplar of the long memory has another seat");
    });
    if (recent_ones != queue_.size() || recent_ones + mergers_.size() != spheres_.tree().size()) {
        throw std::logic_error("lazy tree: the memories hold another number of exemplars than the tree");
    }
}

template <class T>
void TwoMemories<T>::put(Writer& out) const {
    out.put(share_);
    out.put(accuracy_);
    out.put(entered_);
    out.put(queue_.size());
    for (const std::uint32_t id : queue_) out.put(id);
}

template <class T>
void TwoMemories<T>::get(Reader& in) {
    share_ = in.get<double>();
    if (!(share_ >= least_share && share_ <= most_share)) throw InvalidBytes("a share that no memory can have");
    accuracy_ = in.get<decltype(accuracy_)>();
    entered_ = in.get<std::uint64_t>();
    for (auto left = in.get<std::size_t>(); left > 0; --left) queue_.push_back(in.get<std::uint32_t>());
    seat_long_memory();
}

/// Throws InvalidBytes unless the queue is what follows the long memory in the order of time.
template <class T>
void TwoMemories<T>::seat_long_memory() {
    auto next = queue_.begin();
    spheres_.times().for_each([&](std::uint32_t id) {
        const Exemplar& exemplar = spheres_.tree().at(id);
        if (exemplar.recent() ? next == queue_.end() || *next++ != id : next != queue_.begin() || exemplar.entered == 0)
            throw InvalidBytes("memories that cannot be");
        if (!exemplar.recent()) take_seat(id, exemplar.entered);
    });
    if (next != queue_.end()) throw InvalidBytes("a memory of nothing");
}

template <class T>
void TwoMemories<T>::rename(std::span<const std::uint32_t> ids) {
    for (std::uint32_t& id : queue_) id = ids[id];
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
