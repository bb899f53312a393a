#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "exemplars/tournament.hpp"
#include "lazy_tree/search.hpp"
#include "lazy_tree/sphere_tree.hpp"

namespace bestsofar {

/// The cheapest merger of two exemplars of the long memory that have the same majority class.
///
/// Each knows its cheapest partner among those that entered before it, so a new one changes nothing for the others. One
/// whose partner has gone keeps the old price, which is too low if anything, and looks again when it comes to the top.
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
    /// Nothing, if no two have the same majority class.
    [[nodiscard]] std::optional<Pair> cheapest();
    [[nodiscard]] std::size_t nbytes() const {
        return partners_.capacity() * sizeof(Partner) + 8 * partners_.capacity();
    }

private:
    static constexpr double never = std::numeric_limits<double>::infinity();

    struct Partner {
        double price = never;
        std::uint64_t own_entered = 0;
        std::uint32_t id = 0;
        std::uint64_t entered = 0;  ///< of the partner: another one may get its id
    };
    struct Cheaper {
        const std::vector<Partner>* partners;
        bool operator()(std::uint32_t a, std::uint32_t b) const {
            const Partner &one = (*partners)[a], &other = (*partners)[b];
            return one.price != other.price ? one.price < other.price : one.own_entered < other.own_entered;
        }
    };

    void look(std::uint32_t id);
    void make_room(std::uint32_t id);

    const SphereTree<T>& tree_;
    Search<T> search_;
    std::vector<Partner> partners_;
    std::unique_ptr<Tournament<Cheaper>> order_;
};

}  // namespace bestsofar
