#pragma once

#include <cstdint>
#include <span>

namespace bestsofar {

/// Fills places with the rows that remove_next() gives, the last place first: what goes last comes first.
template <class RemoveNext>
void fill_from_back(std::span<std::uint32_t> places, RemoveNext remove_next) {
    for (std::size_t place = places.size(); place-- > 0;) places[place] = remove_next();
}

}  // namespace bestsofar
