#pragma once

#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "bytes.hpp"
#include "record.hpp"

namespace bestsofar {

/// Writes a record as numbers. Throws InvalidRecord unless there are as many of this kind as there is room for.
template <class T>
void copy_numbers(Record record, std::span<T> values) {
    if (record.kind != Record::kind_of<T>) throw InvalidRecord("numbers of another kind");
    if (record.bytes.size() != values.size_bytes()) {
        throw InvalidRecord(std::to_string(record.bytes.size() / sizeof(T)) + " features instead of " +
                            std::to_string(values.size()));
    }
    if (!values.empty()) std::memcpy(values.data(), record.bytes.data(), record.bytes.size());
}

/// A record as numbers. Throws InvalidRecord unless there are `width` of this kind.
template <class T>
[[nodiscard]] std::vector<T> numbers(Record record, std::size_t width) {
    std::vector<T> values(width);
    copy_numbers<T>(record, values);
    return values;
}

template <class T>
[[nodiscard]] Bytes bytes_of(std::span<const T> values) {
    const auto bytes = std::as_bytes(values);
    return {bytes.begin(), bytes.end()};
}

template <class T>
void require_finite(std::span<const T> values) {
    for (const T value : values) {
        if (!std::isfinite(value)) throw InvalidRecord("a feature that is not a finite number");
    }
}

/// Squares of differences of single precision numbers up to this one, and their sums, are such numbers. Nobody measures
/// what is too large for double precision: there, all that is too far away is equally far.
template <class T>
constexpr T largest_number = std::numeric_limits<T>::max();
template <>
inline constexpr float largest_number<float> = 1e17f;

template <class T>
void require_measurable(std::span<const T> values) {
    for (const T value : values) {
        if (!(std::abs(value) <= largest_number<T>)) throw InvalidRecord("a feature that is no number, or too large");
    }
}

template <class T>
void require_not_infinite(std::span<const T> values) {
    for (const T value : values) {
        if (std::isinf(value)) throw InvalidRecord("a feature that is infinite");
    }
}

/// The smallest T that is not below `bound`, so that nothing nearer than `bound` is lost in the conversion.
template <class T>
[[nodiscard]] T bound_of(double bound) {
    const T rounded = static_cast<T>(bound);
    return static_cast<double>(rounded) < bound ? std::nextafter(rounded, std::numeric_limits<T>::infinity()) : rounded;
}

}  // namespace bestsofar
