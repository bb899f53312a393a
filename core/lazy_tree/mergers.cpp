#include "lazy_tree/mergers.hpp"

#include <algorithm>

namespace bestsofar {

template <class T>
void Mergers<T>::add(std::uint32_t id) {
    make_room(id);
    look(id);
}

template <class T>
void Mergers<T>::remove(std::uint32_t id) {
    partners_[id] = {};
    order_->update(id);
}

template <class T>
auto Mergers<T>::cheapest() -> std::optional<Pair> {
    if (!order_) return std::nullopt;
    for (;;) {
        const std::uint32_t id = order_->first();
        const Partner& partner = partners_[id];
        if (partner.price == never) return std::nullopt;
        const Partner& other = partners_[partner.id];
        if (other.own_entered == partner.entered) return Pair{id, partner.id, partner.price};
        look(id);
    }
}

template <class T>
void Mergers<T>::look(std::uint32_t id) {
    const Exemplar& exemplar = tree_.at(id);
    const std::vector<T> centre = tree_.centre(id);
    search_.begin(tree_.root(), {.majority = exemplar.counts.majority(),
                                 .recent = false,
                                 .entered_before = exemplar.entered,
                                 .merging = exemplar.counts.total()});
    search_.run(tree_.nodes(), centre.data());
    partners_[id] = {.own_entered = exemplar.entered};
    if (!search_.found().empty()) {
        const Found& found = search_.found().front();
        const Exemplar& other = tree_.nodes()[found.node]->exemplar(found.slot);
        partners_[id] = {found.reduced, exemplar.entered, other.id, other.entered};
    }
    order_->update(id);
}

template <class T>
void Mergers<T>::make_room(std::uint32_t id) {
    if (id < partners_.size()) return;
    partners_.resize(std::max<std::size_t>({16, 2 * partners_.size(), id + std::size_t{1}}));
    order_ = std::make_unique<Tournament<Cheaper>>(partners_.size(), Cheaper{&partners_});
}

template class Mergers<float>;
template class Mergers<double>;

}  // namespace bestsofar
