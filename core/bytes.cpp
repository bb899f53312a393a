#include "bytes.hpp"

namespace bestsofar {

namespace {

std::uint64_t checksum(std::span<const std::byte> bytes) { return Fingerprint().add(bytes).value(); }

}  // namespace

Fingerprint& Fingerprint::add(std::span<const std::byte> bytes) {
    constexpr std::uint64_t prime = 0x100000001b3u;
    while (bytes.size() >= sizeof(std::uint64_t)) {
        std::uint64_t word;
        std::memcpy(&word, bytes.data(), sizeof(word));
        state_ = (state_ ^ word) * prime;
        // Multiplication carries upwards only: without this, high bits of a word would never reach the low ones.
        state_ ^= state_ >> 29;
        bytes = bytes.subspan(sizeof(word));
    }
    for (const std::byte byte : bytes) state_ = (state_ ^ static_cast<std::uint64_t>(byte)) * prime;
    return *this;
}

void Writer::put(std::span<const std::byte> bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

Bytes Writer::finish() && {
    put(checksum(bytes_));
    return std::move(bytes_);
}

Reader::Reader(std::span<const std::byte> bytes) {
    if (bytes.size() < sizeof(std::uint64_t)) throw InvalidBytes("only " + std::to_string(bytes.size()) + " bytes");
    left_ = bytes.first(bytes.size() - sizeof(std::uint64_t));
    std::uint64_t expected;
    std::memcpy(&expected, bytes.data() + left_.size(), sizeof(expected));
    if (checksum(left_) != expected) throw InvalidBytes("bytes that were cut short or changed");
}

std::span<const std::byte> Reader::get(std::size_t count) {
    if (count > left_.size()) throw_too_short();
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
}

void Reader::throw_too_short() { throw InvalidBytes("bytes that end too early"); }

}  // namespace bestsofar
