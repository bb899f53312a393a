#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "batch.hpp"
#include "bindings.hpp"
#include "convert.hpp"
#include "long_work.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

using TraceArrays = nb::typed<nb::tuple, Array<std::uint32_t, 2>, Array<double, 2>>;

AnswerTuple answer(const Query& query) {
    const Query::Hold hold(query);
    return as_tuple(answer_of(query, query.stop()));
}

bool done(const Query& query) {
    const Query::Hold hold(query);
    return query.done();
}

std::uint64_t steps(const Query& query) {
    const Query::Hold hold(query);
    return query.steps();
}

template <class Object>
std::unique_ptr<Query> begin(const Model& model, const Object& object) {
    return model.begin(Record(as_span(object)));
}

/// As bytes, too: of indices, with which NumPy looks up classes.
template <class Objects>
nb::bytes predict_all(const Model& model, const Objects& objects, std::optional<std::uint64_t> steps,
                      std::optional<double> seconds) {
    const std::vector<Record> records = as_records(objects);
    return as_bytes(long_work([&] {
        const std::vector<std::uint32_t> labels = predict({model, records}, {steps, seconds});
        return std::vector<std::intptr_t>(labels.begin(), labels.end());
    }));
}

template <class Objects>
Array<double, 2> predict_proba_all(const Model& model, const Objects& objects, std::optional<std::uint64_t> steps,
                                   std::optional<double> seconds) {
    const std::vector<Record> records = as_records(objects);
    std::vector<double> shares = long_work([&] { return predict_proba({model, records}, {steps, seconds}); });
    return as_array<double, 2>(std::move(shares), {records.size(), model.n_classes()});
}

template <class Objects>
TraceArrays trace_all(const Model& model, const Objects& objects, const std::vector<std::uint64_t>& checkpoints) {
    const std::vector<Record> records = as_records(objects);
    Trace all = long_work([&] { return trace({model, records}, checkpoints); });
    const std::size_t shape[] = {records.size(), checkpoints.size()};
    return nb::make_tuple(as_array<std::uint32_t, 2>(std::move(all.labels), shape),
                          as_array<double, 2>(std::move(all.margins), shape));
}

/// Float rows, double rows, bytes: the same functions for each.
template <class Object, class Objects>
void bind_for(nb::class_<Model>& model) {
    model.def("begin", &begin<Object>, "record"_a.noconvert(), ReleasesGil())
        .def("predict", &predict_all<Objects>, "records"_a.noconvert(), "steps"_a.none(), "seconds"_a.none())
        .def("predict_proba", &predict_proba_all<Objects>, "records"_a.noconvert(), "steps"_a.none(),
             "seconds"_a.none())
        .def("trace", &trace_all<Objects>, "records"_a.noconvert(), "checkpoints"_a);
}

}  // namespace

void bind_queries(nb::module_& m) {
    nb::exception<InvalidBytes>(m, "InvalidBytes", PyExc_ValueError);

    m.def("stop_names", [] { return stop_names; });

    nb::class_<Query>(m, "Query")
        .def(
            "refine",
            [](Query& query, std::optional<std::uint64_t> steps, std::optional<double> seconds) {
                Budget budget(steps, seconds);
                query.refine(budget);
            },
            "steps"_a.none(), "seconds"_a.none(), ReleasesGil())
        .def("answer", &answer)
        .def_prop_ro("done", &done)
        .def_prop_ro("steps", &steps)
        .def("suspend", [](const Query& query) {
            const Query::Hold hold(query);
            return as_bytes(query.suspend());
        });

    nb::class_<Model> model(m, "Model");
    model.def_prop_ro("n_classes", &Model::n_classes)
        .def_prop_ro("nbytes", &Model::nbytes)
        .def("resume", [](const Model& self, const nb::bytes& data) { return self.resume(as_span(data)); }, "data"_a);
    bind_for<Row<float>, Rows<float>>(model);
    bind_for<Row<double>, Rows<double>>(model);
    bind_for<nb::bytes, std::vector<nb::bytes>>(model);
}

}  // namespace bestsofar::bindings
