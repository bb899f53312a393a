#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "density/gaussian.hpp"
#include "distance/aligned.hpp"
#include "simd/math.hpp"

namespace bestsofar {

/// Kernels of some neighbouring rows, not so many that they fill the nearest cache.
using KernelStrip = std::array<Kernels, 8>;

/// The nu-matrix of EBEL: what the kernels of all other rows add up to at every row, class by class.
///
/// Sums carry their rounding errors along, so that taking away what was added leaves what was there before.
class NuMatrix {
public:
    /// The share of what was counted that must be left. Errors are 2^-89 of what was counted, or less: 2^-49 of this
    /// share.
    static constexpr double worn_share = 0x1p-40;

    NuMatrix(std::size_t rows, std::size_t n_classes);

    /// What other rows of class `label` add to the rows from `first` on. Different rows may be served by different
    /// threads.
    void add(std::uint32_t label, std::size_t first, const Kernels& kernels);
    void subtract(std::uint32_t label, std::size_t first, const Kernels& kernels);
    /// Adds to a single row.
    void add(std::uint32_t label, std::size_t row, double kernel);
    /// What others, of these labels, add to the rows from `first` on: strip[i].of[j] is what the j-th of them adds to
    /// row first + i.
    void add_across(std::span<const std::uint32_t> labels, std::size_t first, const KernelStrip& strip);
    /// Forgets what was counted for a row.
    void clear(std::size_t row);
    /// The same sums for these rows alone.
    [[nodiscard]] NuMatrix select(std::span<const std::uint32_t> rows) const;

    /// The rows, filled up so that all chunks are whole.
    [[nodiscard]] std::size_t stride() const { return stride_; }

    /// How several rows are read at once.
    struct Columns {
        const double* sums;
        const double* errors;
        std::size_t stride;

        [[nodiscard]] BESTSOFAR_INLINE Doubles at(std::size_t label, std::size_t row) const {
            const Doubles sum = load(sums + label * stride + row) + load(errors + label * stride + row);
            return sum > 0 ? sum : Doubles{};
        }
    };
    [[nodiscard]] Columns columns() const { return {sums_.data(), errors_.data(), stride_}; }

private:
    std::size_t n_classes_;
    std::size_t stride_;
    AlignedDoubles sums_, errors_;
};

}  // namespace bestsofar
