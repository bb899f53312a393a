#include <nanobind/stl/optional.h>

#include "bindings.hpp"
#include "convert.hpp"
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
}

}  // namespace bestsofar::bindings
