#include "exemplars/surest.hpp"

#include <algorithm>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

BESTSOFAR_CLONES double smallest(std::span<const double> entropies) {
    Numbers least = load(entropies.data());
    for (std::size_t i = 0; i < entropies.size(); i += numbers_at_once) {
        const Numbers some = load(entropies.data() + i);
        least = some < least ? some : least;
    }
    double smallest = least[0];
    for (std::size_t i = 1; i < numbers_at_once; ++i) smallest = std::min(smallest, least[i]);
    return smallest;
}

}  // namespace

BESTSOFAR_CLONES double heaviest(std::span<const double> entropies, std::span<const double> masses, double most) {
    Numbers heaviest{};
    for (std::size_t i = 0; i < masses.size(); i += numbers_at_once) {
        const Numbers some = load(entropies.data() + i) <= most ? load(masses.data() + i) : Numbers{};
        heaviest = some > heaviest ? some : heaviest;
    }
    double largest = heaviest[0];
    for (std::size_t i = 1; i < numbers_at_once; ++i) largest = std::max(largest, heaviest[i]);
    return largest;
}

std::size_t surest(std::span<const double> entropies, std::span<const double> masses) {
    const double most = smallest(entropies) + tie;
    const double enough = heaviest(entropies, masses, most) * (1 - tie);
    std::size_t row = 0;
    while (entropies[row] > most || masses[row] < enough) ++row;
    return row;
}

}  // namespace bestsofar
