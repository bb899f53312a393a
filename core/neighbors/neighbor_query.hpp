#pragma once

#include <utility>

#include "neighbors/nearest.hpp"
#include "neighbors/neighbor_index.hpp"
#include "scan/scan_query.hpp"

namespace bestsofar {

/// The anytime nearest neighbour query of Ueno et al. (2006).
class NeighborQuery final : public ScanQuery {
public:
    /// Throws InvalidRecord.
    NeighborQuery(const std::shared_ptr<const NeighborIndex>& index, Record record);

    [[nodiscard]] std::uint32_t label() const override { return nearest_.label(); }
    [[nodiscard]] std::vector<double> proba() const override;
    [[nodiscard]] double margin() const override;
    [[nodiscard]] double distance_ratio() const override;
    [[nodiscard]] double best_distance() const override {
        return exemplars().space().distance(nearest_.list().front().distance);
    }
    [[nodiscard]] std::vector<std::uint64_t> neighbors() const override;

private:
    /// How far the nearest exemplar of the winning class is, and the nearest of any other.
    [[nodiscard]] std::pair<double, double> own_and_other() const;

    void read(std::size_t first, std::size_t count) override;
    void put_state(Writer& out) const override;
    void get_state(Reader& in) override;

    std::size_t k_;
    Nearest nearest_;
};

}  // namespace bestsofar
