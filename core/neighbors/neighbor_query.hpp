#pragma once

#include "neighbors/nearest.hpp"
#include "neighbors/neighbor_index.hpp"

namespace bestsofar {

/// The anytime nearest neighbour query of Ueno et al. (2006): a scan of the exemplars, best first.
class NeighborQuery final : public Query {
public:
    /// Reads one exemplar of every class at once. Throws InvalidRecord.
    static std::unique_ptr<NeighborQuery> begin(std::shared_ptr<const NeighborIndex> index, Record record);

    /// Throws InvalidBytes unless `suspended` is a query of this very index.
    static std::unique_ptr<NeighborQuery> resume(std::shared_ptr<const NeighborIndex> index,
                                                 std::span<const std::byte> suspended);

    [[nodiscard]] bool done() const override { return place_ == index_->size(); }
    [[nodiscard]] std::uint64_t steps() const override { return place_; }
    [[nodiscard]] std::uint32_t label() const override { return nearest_.label(); }
    [[nodiscard]] std::vector<double> proba() const override;
    [[nodiscard]] double margin() const override;
    [[nodiscard]] double best_distance() const override {
        return index_->space().distance(nearest_.list().front().distance);
    }
    [[nodiscard]] double confidence() const override { return index_->confidence(place_, margin()); }
    [[nodiscard]] std::vector<std::uint32_t> neighbors() const override;
    [[nodiscard]] Bytes suspend() const override;

protected:
    Stop advance(Budget& budget) override;

private:
    NeighborQuery(std::shared_ptr<const NeighborIndex> index, Record record);
    void read(std::size_t count);

    std::shared_ptr<const NeighborIndex> index_;
    Bytes record_;
    std::unique_ptr<Probe> probe_;
    Nearest nearest_;
    std::size_t place_ = 0;
};

}  // namespace bestsofar
