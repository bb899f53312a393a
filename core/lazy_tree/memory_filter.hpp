#pragma once

#include <cstdint>

#include "lazy_tree/node.hpp"

namespace bestsofar {

/// Lets some of the exemplars through, by the memory that they are in.
struct MemoryFilter {
    enum Memory : std::uint8_t { both, long_memory, short_memory };

    Memory memory = both;
    std::uint64_t since = 0;  ///< of the short memory only what was founded from here on

    [[nodiscard]] bool lets_through(const Exemplar& exemplar) const {
        if (memory == both) return true;
        return exemplar.recent() ? memory == short_memory && exemplar.founder >= since : memory == long_memory;
    }
};

}  // namespace bestsofar
