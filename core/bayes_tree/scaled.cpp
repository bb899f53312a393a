#include "bayes_tree/scaled.hpp"

#include <algorithm>

#include "density/elementary.hpp"

namespace bestsofar {

BESTSOFAR_CLONES void logs(std::span<const Scaled> all, double* to) {
    for (std::size_t first = 0; first < all.size(); first += numbers_at_once) {
        const std::size_t here = std::min(numbers_at_once, all.size() - first);
        Numbers factors = Numbers{} + 1;
        for (std::size_t i = 0; i < here; ++i) factors[i] = all[first + i].factor;
        const Numbers found = log(factors);
        for (std::size_t i = 0; i < here; ++i) to[first + i] = all[first + i].log_scale + found[i];
    }
}

}  // namespace bestsofar
