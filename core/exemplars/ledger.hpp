#pragma once

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace bestsofar {

/// What every candidate would add if it were chosen next.
struct Ledger {
    explicit Ledger(std::size_t rows) : gain(rows), fall(rows) {}

    void absorb(Ledger& other) {
        for (std::size_t row = 0; row < gain.size(); ++row) {
            gain[row] += std::exchange(other.gain[row], 0);
            fall[row] += std::exchange(other.fall[row], 0);
        }
    }
    /// Takes a candidate out of the running, whatever is still booked for it.
    void close(std::uint32_t row) { gain[row] = std::numeric_limits<std::int64_t>::min() / 2; }

    /// The candidate of largest gain; among equals, of largest fall; then the first.
    [[nodiscard]] std::uint32_t best() const;

    std::vector<std::int64_t> gain, fall;
};

}  // namespace bestsofar
