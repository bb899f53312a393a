#pragma once

#include <cstdint>
#include <span>

#include "budget.hpp"
#include "bytes.hpp"

namespace bestsofar {

/// How every suspended query begins: what kind of query it is, and of which model.
struct SuspendedHead {
    std::uint64_t format;
    std::uint64_t fingerprint;
};

/// To be followed by what else there is.
[[nodiscard]] Writer suspended_writer(const SuspendedHead& head);
/// What follows the head. Throws InvalidBytes unless it is this one.
[[nodiscard]] Reader suspended_reader(std::span<const std::byte> suspended, const SuspendedHead& expected);

/// Why the query had stopped. Throws InvalidBytes for what stops only scheduled ones.
[[nodiscard]] Stop get_stop(Reader& in);

}  // namespace bestsofar
