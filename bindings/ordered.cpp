#include "ordered.hpp"

#include <nanobind/stl/string.h>

#include "bindings.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

Array<double, 2> table_of(const ProgressMarginTable& confidence) {
    const std::size_t rows = confidence.table().size() / confidence.margins();
    return as_array<double, 2>(std::vector(confidence.table()), {rows, confidence.margins()});
}

template <class T>
nb::object array_of(std::span<const std::byte> bytes, nb::handle owner) {
    using View = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;
    return nb::cast(View(reinterpret_cast<const T*>(bytes.data()), {bytes.size() / sizeof(T)}, owner));
}

/// The rows as they lie in memory, without a copy; None where an index can only be made of records again.
nb::object blocks_of(nb::handle_t<OrderedExemplars> index) {
    const Space& space = nb::cast<const OrderedExemplars&>(index).space();
    if (space.blocks().empty()) return nb::none();
    return space.kind() == Record::Kind::float32 ? array_of<float>(space.blocks(), index)
                                                 : array_of<double>(space.blocks(), index);
}

/// A copy.
Array<std::uint32_t, 1> array_of(std::span<const std::uint32_t> values) {
    return as_array(std::vector(values.begin(), values.end()));
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
            "order", [](const OrderedExemplars& index) { return array_of(index.order()); }, nb::rv_policy::move)
        .def_prop_ro(
            "labels", [](const OrderedExemplars& index) { return array_of(index.labels()); }, nb::rv_policy::move)
        .def_prop_ro("blocks", &blocks_of)
        .def_prop_ro("identity", &OrderedExemplars::identity)
        .def_prop_ro("fingerprint", &OrderedExemplars::fingerprint)
        .def_prop_ro(
            "confidence", [](const OrderedExemplars& index) { return table_of(index.confidence()); },
            nb::rv_policy::move);
}

}  // namespace bestsofar::bindings
