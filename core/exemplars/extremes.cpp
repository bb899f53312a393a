#include "exemplars/extremes.hpp"

#include <algorithm>
#include <ranges>

#include "density/gaussian.hpp"
#include "simd/math.hpp"

namespace bestsofar {

BESTSOFAR_CLONES double smallest(std::span<const double> values) {
    Doubles least = load(values.data());
    for (std::size_t i = 0; i < values.size(); i += doubles_at_once) least = lesser(load(values.data() + i), least);
    return least_of(least);
}

std::size_t heaviest(std::span<const std::size_t> rows, std::span<const double> masses,
                     std::span<const std::uint32_t> names) {
    const auto mass = [&](std::size_t row) { return masses[row]; };
    const double enough = mass(std::ranges::max(rows, {}, mass)) * (1 - tie);
    auto heavy = rows | std::views::filter([&](std::size_t row) { return mass(row) >= enough; });
    return std::ranges::min(heavy, {}, [&](std::size_t row) { return names[row]; });
}

}  // namespace bestsofar
