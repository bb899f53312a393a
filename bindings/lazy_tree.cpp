#include "lazy_tree/lazy_tree.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "long_work.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;
using Pair = std::pair<std::size_t, std::size_t>;

std::unique_ptr<LazyTree> make(bool single, std::size_t width, VectorMetric metric, double power,
                               const std::vector<double>& scale, std::optional<double> gamma, bool pure, std::size_t k,
                               std::tuple<bool, bool, double> vote, Pair caps, Pair fanout, bool scaled) {
    const auto [by_count, by_distance, half_life] = vote;
    return make_lazy_tree(single ? Record::Kind::float32 : Record::Kind::float64, width, {metric, power, scale},
                          {gamma,
                           pure,
                           k,
                           {by_count, by_distance, half_life},
                           {caps.first, caps.second},
                           {fanout.first, fanout.second},
                           scaled});
}

template <class T, class Guard>
void learn(LazyTree& tree, const Rows<T>& rows, const Row<std::uint32_t>& labels,
           const std::optional<Row<double>>& times) {
    const std::vector<Record> records = as_records(rows);
    const Guard guard;
    tree.learn(records, as_span(labels), times ? as_span(*times) : std::span<const double>());
}

template <class T>
void learn_runs(LazyTree& tree, const Rows<T>& rows, const Row<std::uint32_t>& labels) {
    const std::vector<Record> records = as_records(rows);
    long_work([&] { tree.learn_runs(records, as_span(labels)); });
}

template <class T>
Array<std::uint32_t, 1> test_then_learn(LazyTree& tree, const Rows<T>& rows, const Row<std::uint32_t>& labels,
                                        std::size_t delay, Progress& progress) {
    const std::vector<Record> records = as_records(rows);
    return as_array(long_work([&] { return tree.test_then_learn(records, as_span(labels), delay, progress); }));
}

template <class T>
std::vector<T> as_vector(std::span<const T> values) {
    return {values.begin(), values.end()};
}

template <class T>
void adopt(LazyTree& tree, const Rows<T>& centres, const Rows<std::uint32_t>& counts, const Row<double>& variances,
           const Row<double>& times) {
    const auto bytes = std::as_bytes(as_span(centres));
    const ExemplarTable table{{bytes.begin(), bytes.end()},
                              as_vector(as_span(counts)),
                              as_vector(as_span(variances)),
                              as_vector(as_span(times))};
    without_gil([&] { tree.adopt(table); });
}

using Table = nb::typed<nb::tuple, nb::bytes, Array<std::uint32_t, 1>, Array<double, 1>, Array<double, 1>,
                        Array<std::uint64_t, 1>, Array<std::uint8_t, 1>>;

Table exemplars(const LazyTree& tree) {
    ExemplarTable table = without_gil([&] { return tree.exemplars(); });
    return nb::make_tuple(as_bytes(std::span<const std::byte>(table.centres)), as_array(std::move(table.counts)),
                          as_array(std::move(table.variances)), as_array(std::move(table.times)),
                          as_array(std::move(table.founders)), as_array(std::move(table.recent)));
}

nb::bytes state(const LazyTree& tree) {
    const Bytes bytes = without_gil([&] { return tree.state(); });
    return as_bytes(std::span<const std::byte>(bytes));
}

/// Float rows and double rows: the same functions for each.
template <class T>
void bind_for(nb::class_<LazyTree>& tree) {
    tree.def("learn", &learn<T, GilRelease>, "rows"_a.noconvert(), "labels"_a.noconvert(), "times"_a.noconvert().none())
        .def("test_then_learn", &test_then_learn<T>, "rows"_a.noconvert(), "labels"_a.noconvert(), "delay"_a,
             "progress"_a);
    // Only for trees that nobody sees yet: these may be abandoned half-way.
    tree.def("learn_first", &learn<T, LongWork>, "rows"_a.noconvert(), "labels"_a.noconvert(),
             "times"_a.noconvert().none())
        .def("learn_runs", &learn_runs<T>, "rows"_a.noconvert(), "labels"_a.noconvert())
        .def("adopt", &adopt<T>, "centres"_a.noconvert(), "counts"_a.noconvert(), "variances"_a.noconvert(),
             "times"_a.noconvert());
}

}  // namespace

void bind_lazy_tree(nb::module_& m) {
    nb::exception<CapTooLow>(m, "CapTooLow", PyExc_ValueError);
    nb::class_<LazyTree> tree(m, "LazyTree");
    tree.def("__len__", &LazyTree::size, ReleasesGil())
        .def_prop_ro("n_classes", &LazyTree::n_classes, ReleasesGil())
        .def_prop_ro("nbytes", &LazyTree::nbytes, ReleasesGil())
        .def_prop_ro("now", &LazyTree::now, ReleasesGil())
        .def_prop_ro("scale", &LazyTree::scale, ReleasesGil())
        .def("snapshot", &LazyTree::snapshot, nb::sig("def snapshot(self) -> Model | None"), ReleasesGil())
        .def("exemplars", &exemplars)
        .def(
            "set_classes",
            [](LazyTree& self, const Row<std::uint32_t>& codes, std::size_t n_classes, std::string identity) {
                self.set_classes(as_span(codes), n_classes, std::move(identity));
            },
            "codes"_a.noconvert(), "n_classes"_a, "identity"_a, ReleasesGil())
        .def("audit", &LazyTree::audit, ReleasesGil())
        .def("state", &state)
        .def(
            "restore", [](LazyTree& self, const nb::bytes& state) { self.restore(as_span(state)); }, "state"_a,
            ReleasesGil());
    bind_for<float>(tree);
    bind_for<double>(tree);
    m.def("lazy_tree", &make, "single"_a, "width"_a, "metric"_a, "power"_a, "scale"_a, "gamma"_a.none(), "pure"_a,
          "n_neighbors"_a, "vote"_a, "caps"_a, "fanout"_a, "scaled"_a);
}

}  // namespace bestsofar::bindings
