#include "bayes_tree/scaled.hpp"

#include <algorithm>

#include "simd/math.hpp"

namespace bestsofar {

BESTSOFAR_CLONES void logs(std::span<const Scaled> all, double* to) {
    for (std::size_t first = 0; first < all.size(); first += doubles_at_once) {
        const std::size_t here = std::min(doubles_at_once, all.size() - first);
        Doubles factors = Doubles{} + 1;
        for (std::size_t i = 0; i < here; ++i) factors[i] = all[first + i].factor;
        const Doubles found = log(factors);
        for (std::size_t i = 0; i < here; ++i) to[first + i] = all[first + i].log_scale + found[i];
    }
}

}  // namespace bestsofar
