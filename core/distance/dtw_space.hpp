#pragma once

#include "distance/blocks.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// Series of one length under dynamic time warping: the least sum of squared differences over all alignments that stay
/// within `radius` of the diagonal.
template <class T>
class DtwSpace final : public Space {
public:
    /// `rows` holds the series one after the other. Throws InvalidRecord for a number that is not finite.
    DtwSpace(std::span<const T> rows, std::size_t length, std::size_t radius);
    /// Of rows that were in such a Space before; numbers that are not finite are far from everything.
    DtwSpace(Blocks<T> rows, std::size_t radius) : rows_(std::move(rows)), radius_(radius) {}

    [[nodiscard]] std::size_t size() const override { return rows_.rows(); }
    [[nodiscard]] std::size_t nbytes() const override { return rows_.nbytes(); }
    [[nodiscard]] Record::Kind kind() const override { return Record::kind_of<T>; }
    [[nodiscard]] Bytes record(std::size_t row) const override;
    [[nodiscard]] std::span<const std::byte> blocks() const override { return std::as_bytes(rows_.numbers()); }
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override;
    [[nodiscard]] bool squared() const override { return true; }
    [[nodiscard]] std::size_t grain() const override;

private:
    class SeriesProbe;

    Blocks<T> rows_;
    std::size_t radius_;
};

}  // namespace bestsofar
