#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "answer.hpp"
#include "bytes.hpp"
#include "gil.hpp"
#include "progress_margin_table.hpp"
#include "record.hpp"
#include "shared.hpp"

namespace bestsofar::bindings {

namespace nb = nanobind;

template <class T>
using Row = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T, std::size_t dimensions>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<dimensions>>;

template <class T>
std::span<const T> as_span(const Row<T>& row) {
    return {row.data(), row.size()};
}

template <class T>
std::span<const T> as_span(const Rows<T>& rows) {
    return {rows.data(), rows.size()};
}

inline std::span<const std::byte> as_span(const nb::bytes& bytes) {
    return {static_cast<const std::byte*>(bytes.data()), bytes.size()};
}

/// The values of an array, which lives as long as they are in use.
template <class T, class Array>
Shared<T> as_shared(const Array& array) {
    return {std::span<const T>(array.data(), array.size()), shared_python(array)};
}

template <class T>
std::vector<Record> as_records(const Rows<T>& rows) {
    std::vector<Record> records;
    records.reserve(rows.shape(0));
    for (std::size_t row = 0; row < rows.shape(0); ++row) {
        records.emplace_back(std::span<const T>(rows.data() + row * rows.shape(1), rows.shape(1)));
    }
    return records;
}

inline std::vector<Record> as_records(const std::vector<nb::bytes>& objects) {
    std::vector<Record> records;
    records.reserve(objects.size());
    for (const nb::bytes& object : objects) records.emplace_back(as_span(object));
    return records;
}

inline nb::bytes as_bytes(std::span<const std::byte> bytes) { return nb::bytes(bytes.data(), bytes.size()); }

template <class T>
nb::bytes as_bytes(const std::vector<T>& values) {
    return as_bytes(std::as_bytes(std::span<const T>(values)));
}

/// Label, shares, confidence, steps, complete, why, neighbours. Arrays are bytes: NumPy takes these in a fifth of the
/// time that making an array here takes.
using AnswerTuple = nb::typed<nb::tuple, std::uint32_t, nb::bytes, double, std::uint64_t, bool, nb::str, nb::bytes>;

inline AnswerTuple as_tuple(const Answer& answer) {
    return nb::make_tuple(answer.label, as_bytes(answer.proba), answer.confidence, answer.steps, answer.complete,
                          stop_name(answer.why), as_bytes(answer.neighbors));
}

inline ProgressMarginTable as_progress_margin_table(const Rows<double>& table) {
    const auto values = as_span(table);
    return ProgressMarginTable({values.begin(), values.end()}, table.shape(1));
}

/// An array that owns what was in the vector. What NumPy has no type for, bytes and enums, are numbers there.
template <class Number, std::size_t dimensions, class T>
Array<Number, dimensions> as_array(std::vector<T>&& values, const std::size_t (&shape)[dimensions]) {
    static_assert(std::is_same_v<Number, T> || (std::is_same_v<Number, std::uint8_t> && sizeof(T) == 1));
    auto kept = std::make_unique<std::vector<T>>(std::move(values));
    auto* const numbers = reinterpret_cast<Number*>(kept->data());
    const nb::capsule owner(kept.get(), [](void* memory) noexcept { delete static_cast<std::vector<T>*>(memory); });
    (void)kept.release();
    return Array<Number, dimensions>(numbers, dimensions, shape, owner);
}

template <class Number, class T>
Array<Number, 1> as_array(std::vector<T>&& values) {
    const std::size_t size = values.size();
    return as_array<Number, 1>(std::move(values), {size});
}

template <class T>
Array<T, 1> as_array(std::vector<T>&& values) {
    return as_array<T, T>(std::move(values));
}

}  // namespace bestsofar::bindings
