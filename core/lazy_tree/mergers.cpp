#include "lazy_tree/mergers.hpp"

#include <algorithm>
#include <cmath>

namespace bestsofar {

namespace {

// Looking a little farther than is needed now saves many a look later.
constexpr double foresight = 4;

}  // namespace

template <class T>
std::uint32_t Mergers<T>::add(std::uint32_t id, std::uint64_t entered) {
    if (free_seats_.empty()) add_seats();
    const std::uint32_t seat = free_seats_.back();
    free_seats_.pop_back();
    set(seat, {.price = 0, .own_entered = entered, .own_id = id});
    return seat;
}

template <class T>
void Mergers<T>::remove(std::uint32_t seat) {
    set(seat, {});
    free_seats_.push_back(seat);
}

template <class T>
void Mergers<T>::rename(std::span<const std::uint32_t> ids) {
    for (Partner& partner : partners_) partner.own_id = ids[partner.own_id];
}

template <class T>
void Mergers<T>::forget_prices() {
    for (Partner& partner : partners_) {
        if (partner.own_entered == 0) continue;
        partner.price = 0;
        partner.entered = 0;
    }
    level_ = never;
    if (order_) hold_tournament();
}

template <class T>
auto Mergers<T>::cheapest() -> std::optional<Pair> {
    if (!order_) return std::nullopt;
    for (;;) {
        const std::uint32_t seat = order_->first();
        const Partner& partner = partners_[seat];
        if (partner.price == never) return std::nullopt;
        if (there(partner)) {
            level_ = partner.price > 0 ? partner.price : never;
            return Pair{partner.own_id, partners_[partner.seat].own_id, partner.price};
        }
        look(seat);
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
void Mergers<T>::look(std::uint32_t seat) {
    const std::uint32_t id = partners_[seat].own_id;
    const Exemplar& exemplar = tree_.at(id);
    Partner partner{.own_entered = exemplar.entered, .own_id = id};
    set(seat, partner);
    const double reach = this->reach();
    const std::vector<T> centre = tree_.centre(id);
    search_.begin(tree_.root(), {.reach = reach,
                                 .majority = exemplar.counts.majority(),
                                 .filter = {MemoryFilter::long_memory},
                                 .entered_before = exemplar.entered,
                                 .merging = exemplar.counts.total()});
    search_.run(tree_.nodes(), centre.data());
    if (search_.found().empty()) {
        level_ *= 2;  // or two that know nothing would raise each other's price by next to nothing
        partner.price = std::nextafter(reach, never);
        return set(seat, partner);
    }
    const Found& found = search_.found().front();
    const Exemplar& other = tree_.nodes()[found.node]->exemplar(found.slot);
    set(seat, {found.cost, exemplar.entered, other.entered, id, other.seat});
}

template <class T>
void Mergers<T>::set(std::uint32_t seat, const Partner& partner) {
    partners_[seat] = partner;
    order_->update(seat);
}

template <class T>
void Mergers<T>::add_seats() {
    const std::size_t before = partners_.size(), more = before + before / 8 + 4;
    partners_.reserve(more);
    partners_.resize(more);
    for (std::size_t seat = more; seat-- > before;) free_seats_.push_back(static_cast<std::uint32_t>(seat));
    hold_tournament();
}

template <class T>
void Mergers<T>::hold_tournament() {
    order_ = std::make_unique<Tournament<Prices>>(partners_.size(), Prices{&partners_});
}

template class Mergers<float>;
template class Mergers<double>;

}  // namespace bestsofar
