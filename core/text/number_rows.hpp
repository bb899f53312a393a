#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace bestsofar {

/// The numbers of a table that is text: a line for each row, `width` values in it, commas between them. One column may
/// hold anything, and is left out.
///
/// Nothing: some line or value is not that plain, or has an exponent and the standard library reads none; a slower
/// reader may know more.
[[nodiscard]] std::optional<std::vector<double>> number_rows(std::string_view text, std::size_t width,
                                                             std::optional<std::size_t> left_out);

}  // namespace bestsofar
