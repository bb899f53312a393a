#include "exemplars/ledger.hpp"

#include "simd/clones.hpp"

namespace bestsofar {

namespace {

BESTSOFAR_CLONES std::int64_t largest(const std::vector<std::int64_t>& values) {
    std::int64_t most = std::numeric_limits<std::int64_t>::min();
    for (const std::int64_t value : values) most = value > most ? value : most;
    return most;
}

}  // namespace

std::uint32_t Ledger::best() const {
    const std::int64_t most = largest(gain);
    std::size_t first = gain.size();
    for (std::size_t row = 0; row < gain.size(); ++row) {
        if (gain[row] == most && (first == gain.size() || fall[row] > fall[first])) first = row;
    }
    return static_cast<std::uint32_t>(first);
}

}  // namespace bestsofar
