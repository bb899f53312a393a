#pragma once

#include "scan/ordered_exemplars.hpp"

namespace bestsofar {

/// Exemplars of which the k nearest vote.
class NeighborIndex final : public OrderedExemplars {
public:
    NeighborIndex(const Exemplars& exemplars, std::size_t k);
    /// Throws InvalidBytes for parts that do not belong together.
    NeighborIndex(ArrangedExemplars exemplars, std::size_t k);

    [[nodiscard]] std::unique_ptr<ScanQuery> ask(Record record) const override;
    [[nodiscard]] std::size_t k() const { return k_; }

private:
    std::size_t k_;
};

}  // namespace bestsofar
