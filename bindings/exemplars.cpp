#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "density/bandwidth.hpp"
#include "exemplars/ebel.hpp"
#include "exemplars/greedy_rank.hpp"
#include "exemplars/simple_rank.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

template <class Rank>
Array<std::uint32_t, 1> unlocked(Rank rank) {
    std::vector<std::uint32_t> order;
    {
        const nb::gil_scoped_release unlocked;
        order = rank();
    }
    return as_array(std::move(order));
}

}  // namespace

void bind_exemplars(nb::module_& m) {
    m.def(
        "simple_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes) {
            return unlocked([&] { return simple_rank(space, as_span(labels), n_classes); });
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a);
    m.def(
        "greedy_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes, std::optional<int> squarings) {
            return unlocked([&] { return greedy_rank(space, as_span(labels), n_classes, squarings); });
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "squarings"_a.none());
    m.def(
        "ebel_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes,
           std::pair<double, std::size_t> bandwidth, double alpha) {
            const Bandwidth reference{bandwidth.first, bandwidth.second};
            return unlocked([&] { return ebel_rank(space, as_span(labels), n_classes, reference, alpha); });
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "bandwidth"_a, "alpha"_a);
    m.def(
        "leave_one_out_bandwidth",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes) {
            return leave_one_out_bandwidth(space, as_span(labels), n_classes);
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace bestsofar::bindings
