#include "neighbors/neighbor_index.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "ordered.hpp"

namespace bestsofar::bindings {

using namespace nb::literals;

void bind_neighbors(nb::module_& m) {
    nb::class_<NeighborIndex, OrderedExemplars>(m, "NeighborIndex").def_prop_ro("n_neighbors", &NeighborIndex::k);
    m.def("neighbor_index", index_maker<NeighborIndex, std::size_t, std::size_t>(), "space"_a, "labels"_a.noconvert(),
          "order"_a.noconvert(), "n_classes"_a, "confidence"_a.noconvert(), "identity"_a, "n_neighbors"_a,
          ReleasesGil());
    m.def("neighbor_index", index_remaker<NeighborIndex, std::size_t, std::size_t>(), "space"_a, "labels"_a.noconvert(),
          "order"_a.noconvert(), "n_classes"_a, "confidence"_a.noconvert(), "identity"_a, "fingerprint"_a,
          "n_neighbors"_a);
}

}  // namespace bestsofar::bindings
