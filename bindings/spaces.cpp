#include <nanobind/stl/function.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "distance/dtw_space.hpp"
#include "distance/edit_space.hpp"
#include "distance/foreign_space.hpp"
#include "distance/pairwise.hpp"
#include "distance/rotation_space.hpp"
#include "distance/vector_space.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

template <class T>
using Numbers = nb::ndarray<const T, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <class T>
Blocks<T> as_blocks(const Numbers<T>& blocks, std::size_t rows) {
    return Blocks<T>(rows, blocks.shape(1), as_shared<T>(blocks));
}

/// The same spaces, made again of what `blocks` gave: a feature of sixteen rows in the last dimension.
template <class T>
void bind_blocked_spaces(nb::module_& m) {
    m.def(
        "vector_space",
        [](const Numbers<T>& blocks, std::size_t rows, std::size_t width, VectorMetric metric, double power,
           const std::vector<double>& scale) {
            return std::unique_ptr<Space>(std::make_unique<VectorSpace<T>>(as_blocks<T>(blocks, rows), width,
                                                                           VectorMetricParams{metric, power, scale}));
        },
        "blocks"_a.noconvert(), "rows"_a, "width"_a, "metric"_a, "power"_a, "scale"_a);
    m.def(
        "dtw_space",
        [](const Numbers<T>& blocks, std::size_t rows, std::size_t radius) {
            return std::unique_ptr<Space>(std::make_unique<DtwSpace<T>>(as_blocks<T>(blocks, rows), radius));
        },
        "blocks"_a.noconvert(), "rows"_a, "radius"_a);
}

template <class T>
void bind_number_spaces(nb::module_& m) {
    m.def(
        "vector_space",
        [](const Rows<T>& rows, VectorMetric metric, double power, const std::vector<double>& scale) {
            return std::unique_ptr<Space>(std::make_unique<VectorSpace<T>>(as_span(rows), rows.shape(1),
                                                                           VectorMetricParams{metric, power, scale}));
        },
        "rows"_a.noconvert(), "metric"_a, "power"_a, "scale"_a, ReleasesGil());
    m.def(
        "dtw_space",
        [](const Rows<T>& rows, std::size_t radius) {
            return std::unique_ptr<Space>(std::make_unique<DtwSpace<T>>(as_span(rows), rows.shape(1), radius));
        },
        "rows"_a.noconvert(), "radius"_a, ReleasesGil());
    m.def(
        "rotation_space",
        [](const Rows<T>& rows, bool mirror) {
            return std::unique_ptr<Space>(std::make_unique<RotationSpace<T>>(as_span(rows), rows.shape(1), mirror));
        },
        "rows"_a.noconvert(), "mirror"_a, ReleasesGil());
}

std::vector<Bytes> copies(const std::vector<nb::bytes>& objects) {
    std::vector<Bytes> bytes;
    for (const nb::bytes& object : objects) bytes.emplace_back(as_span(object).begin(), as_span(object).end());
    return bytes;
}

/// A Python function that may be copied and called without the GIL.
ForeignSpace::Measure measure_of(nb::callable function) {
    return [shared = shared_python(std::move(function))](std::span<const std::byte> a, std::span<const std::byte> b) {
        const GilAcquire acquire;
        const nb::bytes first = as_bytes(a), second = as_bytes(b);
        return static_cast<double>(nb::float_(call(*shared, first, second)));
    };
}

template <class Object>
Array<double, 1> distances(const Space& space, const Object& object) {
    return as_array(distances(space, Record(as_span(object))));
}

/// What is measured between objects that are no rows of numbers.
void bind_object_spaces(nb::module_& m) {
    m.def(
        "edit_space",
        [](const std::vector<nb::bytes>& strings) {
            return std::unique_ptr<Space>(std::make_unique<EditSpace>(copies(strings)));
        },
        "strings"_a);
    m.def(
        "foreign_space",
        [](const std::vector<nb::bytes>& records, nb::typed<nb::callable, double(nb::bytes, nb::bytes)> measure) {
            return std::unique_ptr<Space>(
                std::make_unique<ForeignSpace>(copies(records), measure_of(std::move(measure))));
        },
        "records"_a, "measure"_a);
}

}  // namespace

void bind_spaces(nb::module_& m) {
    nb::exception<InvalidRecord>(m, "InvalidRecord", PyExc_ValueError);

    nb::enum_<VectorMetric>(m, "VectorMetric")
        .value("euclidean", VectorMetric::euclidean)
        .value("manhattan", VectorMetric::manhattan)
        .value("minkowski", VectorMetric::minkowski)
        .value("hamming", VectorMetric::hamming)
        .value("cosine", VectorMetric::cosine)
        .value("mixed", VectorMetric::mixed);

    nb::class_<Space>(m, "Space")
        .def("__len__", &Space::size)
        .def_prop_ro("nbytes", &Space::nbytes)
        .def_prop_ro("squared", &Space::squared)
        .def(
            "select", [](const Space& space, const Row<std::uint32_t>& rows) { return space.select(as_span(rows)); },
            "rows"_a.noconvert())
        .def("distances", &distances<Row<float>>, "record"_a.noconvert())
        .def("distances", &distances<Row<double>>, "record"_a.noconvert())
        .def("distances", &distances<nb::bytes>, "record"_a)
        .def(
            "reduced", [](const Space& space, std::size_t row) { return as_array(reduced_distances(space, row)); },
            "row"_a);

    bind_number_spaces<float>(m);
    bind_number_spaces<double>(m);
    bind_blocked_spaces<float>(m);
    bind_blocked_spaces<double>(m);
    bind_object_spaces(m);
}

}  // namespace bestsofar::bindings
