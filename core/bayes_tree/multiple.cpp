#include "bayes_tree/multiple.hpp"

#include <algorithm>

#include "density/elementary.hpp"

namespace bestsofar {

BESTSOFAR_CLONES void logs(std::span<const Multiple> multiples, double* to) {
    for (std::size_t first = 0; first < multiples.size(); first += numbers_at_once) {
        const std::size_t here = std::min(numbers_at_once, multiples.size() - first);
        Numbers times = Numbers{} + 1;
        for (std::size_t i = 0; i < here; ++i) times[i] = multiples[first + i].times;
        const Numbers found = log(times);
        for (std::size_t i = 0; i < here; ++i) to[first + i] = multiples[first + i].power + found[i];
    }
}

}  // namespace bestsofar
