#include "lazy_tree/mergers.hpp"

#include <algorithm>
#include <cmath>

namespace bestsofar {

namespace {

// To look a little farther than is needed now spares many a look later.
constexpr double foresight = 4;

}  // namespace

template <class T>
void Mergers<T>::add(std::uint32_t id) {
    make_room(id);
    set(id, {.price = 0, .own_entered = tree_.at(id).entered});
}

template <class T>
void Mergers<T>::remove(std::uint32_t id) {
    set(id, {});
}

template <class T>
auto Mergers<T>::cheapest() -> std::optional<Pair> {
    if (!order_) return std::nullopt;
    for (;;) {
        const std::uint32_t id = order_->first();
        const Partner& partner = partners_[id];
        if (partner.price == never) return std::nullopt;
        if (there(partner)) {
            level_ = partner.price > 0 ? partner.price : never;
            return Pair{id, partner.id, partner.price};
        }
        look(id);
    }
}

/// How far it makes sense to look: to the price of the next in line, or if that is not sure, to what prices are.
template <class T>
double Mergers<T>::reach() const {
    const Partner& next = partners_[order_->first()];
    return foresight * (there(next) ? next.price : std::max(next.price, level_));
}

/// Finds the partner, or a price that is still too low.
template <class T>
void Mergers<T>::look(std::uint32_t id) {
    const Exemplar& exemplar = tree_.at(id);
    set(id, {.own_entered = exemplar.entered});
    const double reach = this->reach();
    const std::vector<T> centre = tree_.centre(id);
    search_.begin(tree_.root(), {.reach = reach,
                                 .majority = exemplar.counts.majority(),
                                 .recent = false,
                                 .entered_before = exemplar.entered,
                                 .merging = exemplar.counts.total()});
    search_.run(tree_.nodes(), centre.data());
    if (search_.found().empty()) {
        level_ *= 2;  // or two that know nothing would raise each other's price by next to nothing
        return set(id, {.price = std::nextafter(reach, never), .own_entered = exemplar.entered});
    }
    const Found& found = search_.found().front();
    const Exemplar& other = tree_.nodes()[found.node]->exemplar(found.slot);
    set(id, {found.reduced, exemplar.entered, other.entered, other.id});
}

template <class T>
void Mergers<T>::set(std::uint32_t id, const Partner& partner) {
    partners_[id] = partner;
    order_->update(id);
}

template <class T>
void Mergers<T>::make_room(std::uint32_t id) {
    if (id >= partners_.size()) resize(std::max<std::size_t>({16, 2 * partners_.size(), id + std::size_t{1}}));
}

template <class T>
void Mergers<T>::resize(std::size_t ids) {
    partners_.resize(ids);
    partners_.shrink_to_fit();
    order_ = std::make_unique<Tournament<Prices>>(ids, Prices{&partners_});
}

template class Mergers<float>;
template class Mergers<double>;

}  // namespace bestsofar
