#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "neighbors/neighbor_index.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

std::shared_ptr<NeighborIndex> make_index(const Space& space, const Row<std::uint32_t>& labels,
                                          const Row<std::uint32_t>& order, std::size_t n_classes,
                                          std::size_t n_neighbors, const Rows<double>& confidence,
                                          std::string identity) {
    const auto table = as_span(confidence);
    return std::make_shared<NeighborIndex>(space, as_span(labels), as_span(order), n_classes, n_neighbors,
                                           Confidence({table.begin(), table.end()}, confidence.shape(1)),
                                           std::move(identity));
}

Array<double, 2> table_of(const Confidence& confidence) {
    const std::size_t rows = confidence.table().size() / confidence.margins();
    return as_array<double, 2>(std::vector(confidence.table()), {rows, confidence.margins()});
}

}  // namespace

void bind_neighbors(nb::module_& m) {
    nb::class_<NeighborIndex, Model>(m, "NeighborIndex")
        .def("__len__", &NeighborIndex::size)
        .def(
            "record",
            [](const NeighborIndex& index, std::size_t place) { return as_bytes(index.space().record(place)); },
            "place"_a)
        .def_prop_ro(
            "order", [](const NeighborIndex& index) { return as_array(std::vector(index.order())); },
            nb::rv_policy::move)
        .def_prop_ro(
            "labels", [](const NeighborIndex& index) { return as_array(std::vector(index.labels())); },
            nb::rv_policy::move)
        .def_prop_ro("n_neighbors", &NeighborIndex::k)
        .def_prop_ro("identity", &NeighborIndex::identity)
        .def_prop_ro(
            "confidence", [](const NeighborIndex& index) { return table_of(index.confidence()); }, nb::rv_policy::move);
    m.def("neighbor_index", &make_index, "space"_a, "labels"_a.noconvert(), "order"_a.noconvert(), "n_classes"_a,
          "n_neighbors"_a, "confidence"_a.noconvert(), "identity"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace bestsofar::bindings
