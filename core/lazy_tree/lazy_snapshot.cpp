#include "lazy_tree/lazy_snapshot.hpp"

#include "lazy_tree/lazy_query.hpp"

namespace bestsofar {

namespace {

template <class T>
void add(Fingerprint& fingerprint, const Node<T>& node) {
    fingerprint.add(std::as_bytes(std::span(node.centre())));
    for (std::size_t slot = 0; slot < node.size(); ++slot) {
        fingerprint.add(std::as_bytes(std::span<const T>(node.row(slot))));
        if (!node.leaf()) {
            fingerprint.add(node.branch(slot).child).add(node.branch(slot).radius);
            continue;
        }
        const Exemplar& exemplar = node.exemplar(slot);
        fingerprint.add(exemplar.founder).add(exemplar.touched);
        exemplar.counts.for_each([&](const ClassCounts::Tally& tally) { fingerprint.add(tally); });
    }
}

}  // namespace

template <class T>
std::unique_ptr<Query> LazySnapshot<T>::begin(Record record) const {
    return LazyQuery<T>::begin(shared_model(*this), record);
}

template <class T>
std::unique_ptr<Query> LazySnapshot<T>::resume(std::span<const std::byte> suspended) const {
    return LazyQuery<T>::resume(shared_model(*this), suspended);
}

template <class T>
std::size_t LazySnapshot<T>::nbytes() const {
    std::size_t bytes = sizeof(*this) + nodes_.capacity() * sizeof(nodes_[0]);
    for (const auto& node : nodes_) bytes += node ? node->nbytes() : 0;
    return bytes;
}

template <class T>
std::uint64_t LazySnapshot<T>::fingerprint() const {
    std::call_once(fingerprinted_, [this] {
        Fingerprint fingerprint;
        fingerprint.add(std::as_bytes(std::span(answering_.identity)));
        fingerprint.add<std::uint64_t>(answering_.k).add<std::uint64_t>(answering_.n_classes);
        fingerprint.add(answering_.now).add(root_);
        const MemoryFilter& filter = answering_.filter;
        fingerprint.add(filter.memory != MemoryFilter::both).add(filter.memory == MemoryFilter::short_memory);
        if (filter.since > 0) fingerprint.add(filter.since);
        // The identity names the scale of mixed rows, which never changes.
        if (measure_.metric() != VectorMetric::mixed) fingerprint.add(std::as_bytes(std::span(measure_.scale())));
        for (const auto& node : nodes_) {
            if (node) add(fingerprint, *node);
        }
        fingerprint_ = fingerprint.value();
    });
    return fingerprint_;
}

template class LazySnapshot<float>;
template class LazySnapshot<double>;

}  // namespace bestsofar
