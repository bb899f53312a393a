#include "bayes_tree/bayes_tree.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bayes_tree/forest_file.hpp"
#include "bindings.hpp"
#include "convert.hpp"
#include "long_work.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;
using Interruptible = nb::call_guard<LongWork>;

template <class T>
LabelledRows<T> labelled(const Rows<T>& rows, const Row<std::uint32_t>& labels) {
    return {as_span(rows), rows.shape(1), as_span(labels)};
}

/// The memory of an array, which lives as long as it is in use.
std::shared_ptr<const std::byte> shared_bytes(const Row<std::uint8_t>& array) {
    return {shared_python(array), reinterpret_cast<const std::byte*>(array.data())};
}

/// The blocks of an entry: their features, and their correlations row by row.
template <class T>
auto block_arrays(const Entry<T>& entry) {
    std::vector<std::pair<std::vector<std::uint32_t>, std::vector<double>>> all;
    if (!entry.shape) return all;
    for (const Block& block : entry.shape->blocks) all.emplace_back(block.features, block.correlations);
    return all;
}

template <class T>
auto as_tuple(const Entry<T>& entry) {
    return std::tuple(entry.child, entry.count, entry.row, as_array(std::vector(entry.mean)),
                      as_array(std::vector(entry.variance)), as_array(std::vector(entry.low)),
                      as_array(std::vector(entry.high)), block_arrays(entry));
}

template <class T>
auto node_of(const Forest<T>& forest, std::size_t label, Pages::Address address) {
    std::vector<decltype(as_tuple(Entry<T>()))> all;
    for (const Entry<T>& entry : forest.tree(label).entries(address)) all.push_back(as_tuple(entry));
    return all;
}

template <class T>
auto level_of(const Forest<T>& forest, std::size_t depth) {
    typename Forest<T>::LevelTable level = forest.level_table(depth);
    const std::size_t shape[] = {level.labels.size(), forest.width()};
    return std::tuple(as_array(std::move(level.labels)), as_array(std::move(level.counts)),
                      as_array(std::move(level.kernels)), as_array<double, 2>(std::move(level.means), shape),
                      as_array<double, 2>(std::move(level.variances), shape));
}

template <class T>
std::shared_ptr<Model> model_of(std::shared_ptr<Forest<T>> forest, std::pair<BandwidthRule::Name, double> bandwidth,
                                bool kernel_variance, Decision decision, const Rows<double>& confidence,
                                std::string identity) {
    const typename BayesTree<T>::Rules rules{{bandwidth.first, bandwidth.second}, kernel_variance, decision};
    return std::make_shared<BayesTree<T>>(std::move(forest), rules, as_progress_margin_table(confidence),
                                          std::move(identity));
}

template <class T>
auto table_of(const Forest<T>& forest) {
    typename Forest<T>::Table table = forest.table();
    const std::size_t rows = table.labels.size();
    return std::pair(as_array<T, 2>(std::move(table.values), {rows, forest.width()}),
                     as_array(std::move(table.labels)));
}

template <class T>
void bind_learning(nb::class_<Forest<T>>& forest) {
    using F = Forest<T>;
    forest
        .def_static(
            "built",
            [](const Rows<T>& rows, const Row<std::uint32_t>& labels, std::size_t n_classes, std::size_t fanout,
               Build build, Progress* progress) {
                return std::make_shared<F>(F::built(labelled(rows, labels), n_classes, fanout, build, progress));
            },
            "rows"_a.noconvert(), "labels"_a.noconvert(), "n_classes"_a, "fanout"_a, "build"_a,
            "progress"_a.none() = nb::none(), Interruptible())
        .def_static(
            "opened",
            [](const Row<std::uint8_t>& bytes) {
                return std::make_shared<F>(opened<T>(shared_bytes(bytes), bytes.size()));
            },
            "bytes"_a.noconvert())
        .def(
            "inserted",
            [](const F& forest, const Rows<T>& rows, const Row<std::uint32_t>& labels, const Row<std::uint32_t>& codes,
               std::size_t n_classes, Progress* progress) {
                return std::make_shared<F>(
                    forest.inserted(labelled(rows, labels), as_span(codes), n_classes, progress));
            },
            "rows"_a.noconvert(), "labels"_a.noconvert(), "codes"_a.noconvert(), "n_classes"_a,
            "progress"_a.none() = nb::none(), Interruptible());
}

template <class T>
void bind_shapes(nb::class_<Forest<T>>& forest) {
    using F = Forest<T>;
    forest
        .def(
            "blocked",
            [](const F& forest, std::size_t block_size, std::size_t levels) {
                return std::make_shared<F>(forest.blocked({block_size, levels}));
            },
            "block_size"_a, "levels"_a, Interruptible())
        .def("level", &level_of<T>, "depth"_a)
        .def(
            "adjusted",
            [](const F& forest, std::size_t depth, const Row<double>& weights, const Rows<double>& means,
               const Rows<double>& variances) {
                return std::make_shared<F>(
                    forest.adjusted(depth, {as_span(weights), as_span(means), as_span(variances)}));
            },
            "depth"_a, "weights"_a.noconvert(), "means"_a.noconvert(), "variances"_a.noconvert(), Interruptible());
}

/// What is known of a forest, and what is made of it.
template <class T>
void bind_reading(nb::class_<Forest<T>>& forest) {
    using F = Forest<T>;
    forest
        .def(
            "bandwidths",
            [](const F& forest, std::pair<BandwidthRule::Name, double> rule) {
                return as_array(bandwidths({rule.first, rule.second}, forest.features(), forest.n_rows()));
            },
            "rule"_a)
        .def("model", &model_of<T>, "bandwidth"_a, "kernel_variance"_a, "decision"_a, "confidence"_a.noconvert(),
             "identity"_a)
        .def(
            "root", [](const F& forest, std::size_t label) { return as_tuple(forest.tree(label).root()); }, "label"_a)
        .def("node", &node_of<T>, "label"_a, "address"_a)
        .def("table", &table_of<T>)
        .def_prop_ro("sound", &F::sound, Interruptible())
        .def("flat", [](const F& forest) { return as_array<std::uint8_t>(flat(forest)); })
        .def("__len__", &F::n_rows)
        .def_prop_ro("n_nodes", &F::n_nodes)
        .def_prop_ro("n_classes", &F::n_classes)
        .def_prop_ro("width", &F::width)
        .def_prop_ro("nbytes", &F::nbytes);
}

template <class T>
void bind_forest(nb::module_& m, const char* name) {
    nb::class_<Forest<T>> forest(m, name);
    bind_learning(forest);
    bind_shapes(forest);
    bind_reading(forest);
}

}  // namespace

void bind_bayes_tree(nb::module_& m) {
    nb::enum_<Build>(m, "Build").value("em", Build::em).value("r", Build::r);
    nb::enum_<Decision>(m, "Decision").value("bt", Decision::bt).value("ens", Decision::ens).value("nn", Decision::nn);
    nb::enum_<BandwidthRule::Name>(m, "BandwidthRule")
        .value("haerdle", BandwidthRule::Name::haerdle)
        .value("langley", BandwidthRule::Name::langley)
        .value("factor", BandwidthRule::Name::factor);
    bind_forest<float>(m, "Forest32");
    bind_forest<double>(m, "Forest64");
    nb::class_<BayesTree<float>, Model>(m, "BayesTree32");
    nb::class_<BayesTree<double>, Model>(m, "BayesTree64");
}

}  // namespace bestsofar::bindings
