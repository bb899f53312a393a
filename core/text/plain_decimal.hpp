#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace bestsofar {

/// Digits that a double holds exactly, whatever they are.
constexpr std::size_t plain_digits = 15;

/// Reads a number as most are written: perhaps a minus, up to 15 digits, perhaps a point before, among or after them. A
/// single division of exact numbers makes it the nearest double.
///
/// Returns where it ends; nullptr: it is not that plain. What follows is for others to judge.
inline const char* read_plain_decimal(const char* at, const char* end, double& number) {
    static constexpr auto tens = [] {
        std::array<double, plain_digits + 1> powers{1};
        for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
        return powers;
    }();
    std::uint64_t digits = 0;
    const auto read_digits = [&] {
        const char* const first = at;
        for (; at != end && *at >= '0' && *at <= '9'; ++at) digits = 10 * digits + static_cast<unsigned>(*at - '0');
        return static_cast<std::size_t>(at - first);
    };
    const bool negative = at != end && *at == '-';
    at += negative;
    std::size_t count = read_digits(), decimals = 0;
    if (at != end && *at == '.') {
        ++at;
        decimals = read_digits();
        count += decimals;
    }
    if (count == 0 || count > plain_digits) return nullptr;
    const double size = static_cast<double>(digits) / tens[decimals];
    number = negative ? -size : size;
    return at;
}

}  // namespace bestsofar
