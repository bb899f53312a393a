#pragma once

#include "distance/blocks.hpp"
#include "distance/space.hpp"
#include "distance/vector_measure.hpp"

namespace bestsofar {

/// Rows of numbers of one width. Cosine keeps directions only and is Euclidean between them, so that it can be
/// abandoned early too.
template <class T>
class VectorSpace final : public Space {
public:
    /// `rows` holds them one after the other. Throws InvalidRecord for a number that the metric has no rule for.
    VectorSpace(std::span<const T> rows, std::size_t width, const VectorMetricParams& params);
    /// Of rows that were in such a Space before; numbers that the metric has no rule for are far from everything.
    /// Throws std::invalid_argument for rows of another width.
    VectorSpace(Blocks<T> rows, std::size_t width, const VectorMetricParams& params);

    [[nodiscard]] std::size_t size() const override { return rows_.rows(); }
    [[nodiscard]] std::size_t nbytes() const override { return rows_.nbytes() + measure_.nbytes(); }
    [[nodiscard]] Record::Kind kind() const override { return Record::kind_of<T>; }
    [[nodiscard]] Bytes record(std::size_t row) const override;
    [[nodiscard]] std::span<const std::byte> blocks() const override { return std::as_bytes(rows_.numbers()); }
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override { return measure_.distance(reduced); }
    [[nodiscard]] bool squared() const override { return measure_.squared(); }
    [[nodiscard]] std::size_t grain() const override;
    /// Blocks of wide rows are not even: some are abandoned at once, and others take far longer than a look.
    [[nodiscard]] Pace pace() const override;

private:
    class RowProbe;

    VectorSpace(Blocks<T> rows, const VectorMeasure<T>& measure);

    /// How many are measured in about a microsecond if none is abandoned.
    [[nodiscard]] std::size_t rows_per_look() const;

    VectorMeasure<T> measure_;
    Blocks<T> rows_;
};

}  // namespace bestsofar
