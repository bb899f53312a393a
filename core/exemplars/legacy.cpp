#include "exemplars/legacy.hpp"

#include <algorithm>
#include <numeric>

#include "exemplars/nearest_exemplar.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

template <class T>
std::span<T> counts_of(std::span<T> counts, std::size_t row, std::size_t n_classes) {
    return counts.subspan(row * n_classes, n_classes);
}

std::vector<std::uint32_t> all_but(std::span<const std::uint32_t> kept, std::size_t rows) {
    std::vector<std::uint32_t> others;
    std::ranges::set_difference(first_rows(rows), kept, std::back_inserter(others));
    return others;
}

}  // namespace

OwnedLegacy hand_down(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy,
                      std::span<const std::uint32_t> kept) {
    const std::size_t n_classes = legacy.n_classes;
    OwnedLegacy heritage;
    for (const std::uint32_t row : kept) {
        std::ranges::copy(counts_of(legacy.counts, row, n_classes), std::back_inserter(heritage.counts));
        heritage.spreads.push_back(legacy.spreads[row]);
    }
    const auto forgotten = all_but(kept, space.size());
    std::vector<Hit> heirs(forgotten.size());
    find_nearest(space, forgotten, kept, [&](std::size_t i, const Hit& heir) { heirs[i] = heir; });
    for (std::size_t i = 0; i < forgotten.size(); ++i) {
        const auto left = counts_of(legacy.counts, forgotten[i], n_classes);
        const auto inherited = counts_of(std::span(heritage.counts), heirs[i].row, n_classes);
        const auto count = std::accumulate(left.begin(), left.end(), std::int64_t{1});
        heritage.spreads[heirs[i].row] += legacy.spreads[forgotten[i]] + static_cast<double>(count) * heirs[i].distance;
        for (std::size_t label = 0; label < n_classes; ++label) inherited[label] += left[label];
        ++inherited[labels[forgotten[i]]];
    }
    return heritage;
}

}  // namespace bestsofar
