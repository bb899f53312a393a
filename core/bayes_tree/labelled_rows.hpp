#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace bestsofar {

/// Training rows, one after the other.
template <class T>
struct LabelledRows {
    std::span<const T> values;
    std::size_t width;
    std::span<const std::uint32_t> labels;

    [[nodiscard]] std::span<const T> row(std::size_t i) const { return values.subspan(i * width, width); }
};

}  // namespace bestsofar
