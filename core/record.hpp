#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <type_traits>

namespace bestsofar {

/// One object as it comes in, seen as raw bytes: a row of numbers, or bytes that only its Space understands.
struct Record {
    enum class Kind : std::uint8_t { float32, float64, bytes };
    /// Of a row of such numbers.
    template <class T>
    static constexpr Kind kind_of = std::is_same_v<T, float> ? Kind::float32 : Kind::float64;

    explicit(false) Record(std::span<const float> row) : kind(Kind::float32), bytes(std::as_bytes(row)) {}
    explicit(false) Record(std::span<const double> row) : kind(Kind::float64), bytes(std::as_bytes(row)) {}
    explicit(false) Record(std::span<const std::byte> object) : kind(Kind::bytes), bytes(object) {}
    Record(Kind kind, std::span<const std::byte> object) : kind(kind), bytes(object) {}

    Kind kind;
    std::span<const std::byte> bytes;
};

/// A record that cannot be measured.
class InvalidRecord : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

}  // namespace bestsofar
