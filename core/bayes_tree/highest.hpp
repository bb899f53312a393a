#pragma once

#include <algorithm>

#include "density/elementary.hpp"

namespace bestsofar {

BESTSOFAR_INLINE double highest(Numbers values) {
    return std::max(std::max(values[0], values[1]), std::max(values[2], values[3]));
}

/// Where the highest of some numbers is, of equal ones the first. They are a whole number of vectors. There is no
/// branch: which it is nobody can guess.
BESTSOFAR_INLINE std::size_t place_of_highest(const double* values, std::size_t count) {
    Numbers places = {0, 1, 2, 3};
    Numbers most = load(values), where = places;
    for (std::size_t first = numbers_at_once; first < count; first += numbers_at_once) {
        const Numbers here = load(values + first);
        places += static_cast<double>(numbers_at_once);
        where = here > most ? places : where;
        most = here > most ? here : most;
    }
    where = most == highest(most) ? where : Numbers{} + static_cast<double>(count);
    return static_cast<std::size_t>(least_of(where));
}

}  // namespace bestsofar
