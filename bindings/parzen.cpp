#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings.hpp"
#include "density/squared_space.hpp"
#include "ordered.hpp"
#include "parzen/parzen_index.hpp"

namespace bestsofar::bindings {

using namespace nb::literals;

void bind_parzen(nb::module_& m) {
    m.def(
        "squared_space",
        [](std::shared_ptr<Space> space) -> std::unique_ptr<Space> {
            return std::make_unique<SquaredSpace>(std::move(space));
        },
        "space"_a);
    nb::class_<ParzenIndex, OrderedExemplars>(m, "ParzenIndex").def_prop_ro("bandwidth", [](const ParzenIndex& index) {
        return std::pair(index.bandwidth().reference, index.bandwidth().rows);
    });
    m.def("parzen_index", index_maker<ParzenIndex, Bandwidth, double, std::size_t>(), "space"_a, "labels"_a.noconvert(),
          "order"_a.noconvert(), "n_classes"_a, "confidence"_a.noconvert(), "identity"_a, "bandwidth"_a, "rows"_a,
          ReleasesGil());
    m.def("parzen_index", index_remaker<ParzenIndex, Bandwidth, double, std::size_t>(), "space"_a,
          "labels"_a.noconvert(), "order"_a.noconvert(), "n_classes"_a, "confidence"_a.noconvert(), "identity"_a,
          "fingerprint"_a, "bandwidth"_a, "rows"_a);
}

}  // namespace bestsofar::bindings
