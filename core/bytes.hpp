#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace bestsofar {

using Bytes = std::vector<std::byte>;

/// Bytes that are not what they should be.
class InvalidBytes : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

/// What may be written as its own bytes. A view of bytes is none: its pointer would be written.
template <class T>
concept PlainValue = std::is_trivially_copyable_v<T> && !std::is_convertible_v<const T&, std::span<const std::byte>>;

/// FNV-1a over words where it can, so that a fingerprint of a large model costs little.
class Fingerprint {
public:
    Fingerprint& add(std::span<const std::byte> bytes);

    template <PlainValue T>
    Fingerprint& add(const T& value) {
        return add(std::as_bytes(std::span(&value, 1)));
    }

    [[nodiscard]] std::uint64_t value() const { return state_; }

private:
    std::uint64_t state_ = 0xcbf29ce484222325u;
};

/// Appends plain values, in the machine's byte order, to a run of bytes.
class Writer {
public:
    template <PlainValue T>
    void put(const T& value) {
        put(std::as_bytes(std::span(&value, 1)));
    }
    void put(std::span<const std::byte> bytes);
    /// One value after the other; how many they are is not written.
    template <std::ranges::contiguous_range Values>
        requires PlainValue<std::ranges::range_value_t<Values>>
    void put_all(const Values& values) {
        put(std::as_bytes(std::span(values)));
    }

    /// The bytes, closed with a checksum.
    [[nodiscard]] Bytes finish() &&;

private:
    Bytes bytes_;
};

/// Reads back what a Writer wrote; throws InvalidBytes rather than read what is not there.
class Reader {
public:
    /// Checks the checksum before anything is read.
    explicit Reader(std::span<const std::byte> bytes);

    template <PlainValue T>
    T get() {
        if constexpr (std::is_same_v<T, bool>) return get<std::uint8_t>() != 0;  // other bytes are no bool at all
        T value;
        std::memcpy(&value, get(sizeof(T)).data(), sizeof(T));
        return value;
    }
    std::span<const std::byte> get(std::size_t count);
    /// Values one after the other. Throws before it makes room for more than there are.
    template <PlainValue T>
    std::vector<T> get_all(std::size_t count) {
        static_assert(!std::is_same_v<T, bool>, "other bytes are no bool at all");
        if (count > left() / sizeof(T)) throw_too_short();
        const std::span<const std::byte> bytes = get(count * sizeof(T));
        std::vector<T> values(count);
        if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }

    [[nodiscard]] std::size_t left() const { return left_.size(); }

private:
    [[noreturn]] static void throw_too_short();

    std::span<const std::byte> left_;
};

}  // namespace bestsofar
