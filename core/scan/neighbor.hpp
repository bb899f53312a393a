#pragma once

#include <cstdint>
#include <vector>

#include "scan/ordered_exemplars.hpp"

namespace bestsofar {

/// An exemplar by its place in the order.
struct Neighbor {
    double distance;
    std::uint32_t place;
    std::uint32_t label;
};

/// Puts one where it belongs among others, nearest first; after those at the same distance.
void insert(std::vector<Neighbor>& sorted, const Neighbor& neighbor);

void put(Writer& out, const Neighbor& neighbor);
void put(Writer& out, const std::vector<Neighbor>& sorted);

/// One of the exemplars before `end`. Throws InvalidBytes.
[[nodiscard]] Neighbor get_neighbor(Reader& in, const OrderedExemplars& exemplars, std::size_t end);
/// `count` of them, nearest first. Throws InvalidBytes.
[[nodiscard]] std::vector<Neighbor> get_neighbors(Reader& in, const OrderedExemplars& exemplars, std::size_t end,
                                                  std::size_t count);

/// The training rows they are.
[[nodiscard]] std::vector<std::uint64_t> rows_of(const std::vector<Neighbor>& neighbors,
                                                 const OrderedExemplars& exemplars);

}  // namespace bestsofar
