#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "exemplars/tournament.hpp"
#include "lazy_tree/search.hpp"
#include "lazy_tree/sphere_tree.hpp"

namespace bestsofar {

/// The cheapest merger of two exemplars of the long memory that have the same majority class.
///
/// Each has its cheapest partner among those that entered before it, so a new one changes nothing for the others. None
/// looks for it before it must: a price that is too low if anything brings it to the top, and then it looks no farther
/// than it takes to know who is first. One whose partner has gone keeps the old price, and looks again at the top.
template <class T>
class Mergers {
public:
    struct Pair {
        std::uint32_t one;
        std::uint32_t other;
        double price;
    };

    explicit Mergers(const SphereTree<T>& tree) : tree_(tree), search_(tree.measure()) {}

    /// An exemplar that has just entered the long memory; its `entered` is above that of all others.
    void add(std::uint32_t id);
    void remove(std::uint32_t id);
    void clear() {
        partners_.clear();
        partners_.shrink_to_fit();
        order_.reset();
    }
    /// Gives back what tables hold beyond the ids of now.
    void trim() {
        search_.trim();
        if (partners_.size() > tree_.ids()) resize(tree_.ids());
    }
    /// Nothing, if no two have the same majority class.
    [[nodiscard]] std::optional<Pair> cheapest();
    [[nodiscard]] std::size_t heap_bytes() const {
        return search_.heap_bytes() + partners_.capacity() * sizeof(Partner) + (order_ ? order_->nbytes() : 0);
    }

private:
    static constexpr double never = std::numeric_limits<double>::infinity();

    struct Partner {
        double price = never;  ///< or less, if the partner has gone or was not yet looked for
        std::uint64_t own_entered = 0;
        std::uint64_t entered = 0;  ///< of the partner: another one may get its id
        std::uint32_t id = 0;
    };
    struct Prices {
        const std::vector<Partner>* partners;
        [[nodiscard]] auto key(std::uint32_t id) const {
            return std::pair((*partners)[id].price, (*partners)[id].own_entered);
        }
    };

    [[nodiscard]] bool there(const Partner& partner) const {
        return partner.entered > 0 && partners_[partner.id].own_entered == partner.entered;
    }
    void look(std::uint32_t id);
    void set(std::uint32_t id, const Partner& partner);
    void make_room(std::uint32_t id);
    void resize(std::size_t ids);

    [[nodiscard]] double reach() const;

    const SphereTree<T>& tree_;
    Search<T> search_;
    double level_ = never;  ///< about what mergers cost now
    std::vector<Partner> partners_;
    std::unique_ptr<Tournament<Prices>> order_;
};

}  // namespace bestsofar
