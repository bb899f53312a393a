#pragma once

#include "parzen/parzen_index.hpp"
#include "scan/neighbor.hpp"
#include "scan/scan_query.hpp"

namespace bestsofar {

/// The posterior of Jain and Nikovski (2008), Eq. 6, of the exemplars read so far: the share that each class has in the
/// sum of all kernels. Where no kernel reaches, all classes that have exemplars have the same share.
class ParzenQuery final : public ScanQuery {
public:
    /// How many of the nearest exemplars, which have the largest kernels, are reported.
    static constexpr std::size_t told = 5;

    /// Throws InvalidRecord.
    ParzenQuery(const std::shared_ptr<const ParzenIndex>& index, Record record);

    /// The class with the largest share; of several, that of the nearest exemplar, or else the first.
    [[nodiscard]] std::uint32_t label() const override;
    [[nodiscard]] std::vector<double> proba() const override;
    [[nodiscard]] double margin() const override;
    [[nodiscard]] double best_distance() const override;
    [[nodiscard]] std::vector<std::uint64_t> neighbors() const override { return rows_of(nearest_, exemplars()); }

private:
    void read(std::size_t first, std::size_t count) override;
    void put_state(Writer& out) const override;
    void get_state(Reader& in) override;

    void offer(std::size_t first, std::span<const double> squares);
    [[nodiscard]] std::vector<double> shares() const;
    [[nodiscard]] std::uint32_t largest(std::span<const double> shares) const;

    double scale_;
    std::vector<double> sums_;       ///< of the kernels of each class
    std::vector<Neighbor> nearest_;  ///< `told` of them at most
};

}  // namespace bestsofar
