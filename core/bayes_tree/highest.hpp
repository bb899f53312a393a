#pragma once

#include "simd/math.hpp"

namespace bestsofar {

/// Some numbers and their places.
struct Placed {
    Doubles values, places;

    /// Of each pair of numbers the higher one; of equal ones the first.
    [[nodiscard]] BESTSOFAR_INLINE Placed or_higher(const Placed& other) const {
        const Mask equal = other.values == values, before = other.places < places;
        const Mask take = (other.values > values) | (equal & before);
        return {take ? other.values : values, take ? other.places : places};
    }
};

/// Where the highest of some numbers is, of equal ones the first. They fill whole vectors. There is no branch: nobody
/// could predict it.
BESTSOFAR_INLINE std::size_t place_of_highest(const double* values, std::size_t count) {
    Doubles places = {0, 1, 2, 3};
    Placed best{load(values), places};
    for (std::size_t first = doubles_at_once; first < count; first += doubles_at_once) {
        const Doubles here = load(values + first);
        places += static_cast<double>(doubles_at_once);
        best.places = here > best.values ? places : best.places;
        best.values = here > best.values ? here : best.values;
    }
    best = best.or_higher({BESTSOFAR_SHUFFLE(best.values, best.values, 2, 3, 0, 1),
                           BESTSOFAR_SHUFFLE(best.places, best.places, 2, 3, 0, 1)});
    best = best.or_higher({BESTSOFAR_SHUFFLE(best.values, best.values, 1, 0, 3, 2),
                           BESTSOFAR_SHUFFLE(best.places, best.places, 1, 0, 3, 2)});
    return static_cast<std::size_t>(static_cast<std::int64_t>(best.places[0]));
}

}  // namespace bestsofar
