#pragma once

#include <vector>

#include "distance/blocks.hpp"
#include "distance/space.hpp"
#include "distance/vector_scan.hpp"

namespace bestsofar {

/// The distances that are sums over the features of a row.
enum class VectorMetric : std::uint8_t { euclidean, manhattan, minkowski, hamming, cosine, mixed };

struct VectorMetricParams {
    VectorMetric metric = VectorMetric::euclidean;
    double power = 2;             ///< minkowski
    std::vector<double> scale{};  ///< mixed: 1 / range of each feature; huge for a category
};

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
    [[nodiscard]] std::size_t nbytes() const override { return rows_.nbytes() + scale_.size() * sizeof(T); }
    [[nodiscard]] Record::Kind kind() const override { return Record(std::span<const T>()).kind; }
    [[nodiscard]] Bytes record(std::size_t row) const override;
    [[nodiscard]] std::span<const std::byte> blocks() const override { return std::as_bytes(rows_.numbers()); }
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override;
    [[nodiscard]] bool squared() const override {
        return metric_ == VectorMetric::euclidean || metric_ == VectorMetric::mixed;
    }
    [[nodiscard]] std::size_t grain() const override;

private:
    class RowProbe;

    VectorSpace(const VectorSpace& other, Blocks<T> rows);
    void admit(std::span<T> row) const;

    VectorMetric metric_;
    T power_;
    std::vector<T> scale_;
    std::size_t width_;  ///< of the records; the rows of a cosine space are one wider
    Blocks<T> rows_;
    VectorScanner<T> scanner_;
};

}  // namespace bestsofar
