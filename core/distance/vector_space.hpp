#pragma once

#include <vector>

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

    [[nodiscard]] std::size_t size() const override { return rows_.rows(); }
    [[nodiscard]] std::size_t nbytes() const override { return rows_.nbytes() + measure_.nbytes(); }
    [[nodiscard]] Record::Kind kind() const override { return Record(std::span<const T>()).kind; }
    [[nodiscard]] Bytes record(std::size_t row) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override { return measure_.distance(reduced); }
    [[nodiscard]] bool squared() const override { return measure_.squared(); }
    [[nodiscard]] std::size_t grain() const override;

private:
    class RowProbe;

    VectorSpace(const VectorSpace& other, Blocks<T> rows);

    VectorMeasure<T> measure_;
    Blocks<T> rows_;
};

}  // namespace bestsofar
