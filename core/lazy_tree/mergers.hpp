#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "lazy_tree/search.hpp"
#include "lazy_tree/sphere_tree.hpp"
#include "tournament.hpp"

namespace bestsofar {

/// The cheapest merger of two exemplars of the long memory that have the same majority class.
///
/// Each has its cheapest partner among those that entered before it, so a new one changes nothing for the others. None
/// looks for it before it must: until then it has a price that is too low if anything, which brings it to the top, and
/// there it looks no farther than it takes to know which is first. One whose partner has gone keeps the old price, and
/// looks again at the top.
template <class T>
class Mergers {
public:
    struct Pair {
        std::uint32_t one;
        std::uint32_t other;
        double price;
    };

    explicit Mergers(const SphereTree<T>& tree) : tree_(tree), search_(tree.measure()) {}

    /// An exemplar that has just entered the long memory; its `entered` is above that of all others. Returns its seat.
    [[nodiscard]] std::uint32_t add(std::uint32_t id, std::uint64_t entered);
    void remove(std::uint32_t seat);
    /// Exemplars get other ids: `ids` holds the new one of every old one.
    void rename(std::span<const std::uint32_t> ids);
    /// All must look for their partners again.
    void forget_prices();
    /// Gives back what only a search under way needs, and seats if many are free. Calls seated(id, seat) for those that
    /// have to move up.
    template <class Seated>
    void trim(Seated seated) {
        search_.trim();
        free_seats_.shrink_to_fit();
        if (free_seats_.size() > 1 + size() / 8) close_ranks(seated);
    }
    /// How many exemplars have a seat.
    [[nodiscard]] std::size_t size() const { return partners_.size() - free_seats_.size(); }
    /// Whether this exemplar has this seat.
    [[nodiscard]] bool holds(std::uint32_t seat, std::uint32_t id) const {
        return seat < partners_.size() && partners_[seat].own_entered > 0 && partners_[seat].own_id == id;
    }
    /// Nothing if no two have the same majority class.
    [[nodiscard]] std::optional<Pair> cheapest();
    [[nodiscard]] std::size_t heap_bytes() const {
        return search_.heap_bytes() + allocated(partners_) + allocated(free_seats_) + (order_ ? order_->nbytes() : 0);
    }

private:
    static constexpr double never = std::numeric_limits<double>::infinity();

    struct Partner {
        double price = never;  ///< or less, if the partner has gone or was not yet looked for
        std::uint64_t own_entered = 0;
        std::uint64_t entered = 0;  ///< of the partner: another one may get its seat
        std::uint32_t own_id = 0;
        std::uint32_t seat = 0;  ///< of the partner
    };
    struct Prices {
        const std::vector<Partner>* partners;
        [[nodiscard]] auto key(std::uint32_t seat) const {
            return std::pair((*partners)[seat].price, (*partners)[seat].own_entered);
        }
    };

    [[nodiscard]] bool there(const Partner& partner) const {
        return partner.entered > 0 && partners_[partner.seat].own_entered == partner.entered;
    }
    void look(std::uint32_t seat);
    void set(std::uint32_t seat, const Partner& partner);
    void add_seats();
    void hold_tournament();
    template <class Seated>
    void close_ranks(Seated seated);

    [[nodiscard]] double reach() const;

    const SphereTree<T>& tree_;
    Search<T> search_;
    double level_ = never;           ///< about what mergers cost now
    std::vector<Partner> partners_;  ///< by seat
    std::vector<std::uint32_t> free_seats_;
    std::unique_ptr<Tournament<Prices>> order_;
};

/// Leaves no seat free.
template <class T>
template <class Seated>
void Mergers<T>::close_ranks(Seated seated) {
    std::vector<std::uint32_t> seats(partners_.size());  // the new one of every old one
    std::uint32_t taken = 0;
    for (std::uint32_t seat = 0; seat < seats.size(); ++seat) {
        seats[seat] = taken;
        taken += partners_[seat].own_entered > 0;
    }
    for (Partner& partner : partners_) {
        if (there(partner)) continue;
        partner.entered = 0;
        partner.seat = 0;
    }
    for (std::uint32_t seat = 0; seat < seats.size(); ++seat) {
        Partner partner = partners_[seat];
        if (partner.own_entered == 0) continue;
        partner.seat = seats[partner.seat];
        partners_[seats[seat]] = partner;
        if (seats[seat] != seat) seated(partner.own_id, seats[seat]);
    }
    partners_.resize(taken);
    partners_.shrink_to_fit();
    free_seats_ = {};
    hold_tournament();
}

}  // namespace bestsofar
