#include <nanobind/stl/optional.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "text/number_rows.hpp"

namespace bestsofar::bindings {

using namespace nb::literals;

void bind_text(nb::module_& m) {
    m.def(
        "number_rows",
        [](const nb::bytes& text, std::size_t width,
           std::optional<std::size_t> left_out) -> std::optional<Array<double, 2>> {
            const std::string_view characters(text.c_str(), text.size());
            auto numbers = without_gil([&] { return number_rows(characters, width, left_out); });
            if (!numbers) return std::nullopt;
            const std::size_t columns = width - (left_out ? 1 : 0);
            const std::size_t rows = columns == 0 ? 0 : numbers->size() / columns;
            return as_array<double, 2>(std::move(*numbers), {rows, columns});
        },
        "text"_a, "width"_a, "left_out"_a.none());
}

}  // namespace bestsofar::bindings
