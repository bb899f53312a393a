#include "ordered.hpp"

#include <nanobind/stl/string.h>

#include "bindings.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

Array<double, 2> table_of(const Confidence& confidence) {
    const std::size_t rows = confidence.table().size() / confidence.margins();
    return as_array<double, 2>(std::vector(confidence.table()), {rows, confidence.margins()});
}

}  // namespace

void bind_ordered(nb::module_& m) {
    nb::class_<OrderedExemplars, Model>(m, "OrderedExemplars")
        .def("__len__", &OrderedExemplars::size)
        .def(
            "record",
            [](const OrderedExemplars& index, std::size_t place) { return as_bytes(index.space().record(place)); },
            "place"_a)
        .def_prop_ro(
            "order", [](const OrderedExemplars& index) { return as_array(std::vector(index.order())); },
            nb::rv_policy::move)
        .def_prop_ro(
            "labels", [](const OrderedExemplars& index) { return as_array(std::vector(index.labels())); },
            nb::rv_policy::move)
        .def_prop_ro("identity", &OrderedExemplars::identity)
        .def_prop_ro(
            "confidence", [](const OrderedExemplars& index) { return table_of(index.confidence()); },
            nb::rv_policy::move);
}

}  // namespace bestsofar::bindings
