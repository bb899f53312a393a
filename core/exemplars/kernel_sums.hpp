#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "exemplars/nu_matrix.hpp"

namespace bestsofar {

/// A nu-matrix, with the entropy of the posterior that follows from it.
///
/// Where nearly all of a row's mass went, what is left is mostly error: such a row is `worn` and must be counted again.
///
/// Entropies are evaluated late: until then a bound tells how far one may have fallen, and most are far from the least.
/// Chunks of rows know the least that any of theirs may be, and most chunks need not be looked into.
///
/// Every row has the weight of its class, by which its kernels and its entropy are multiplied.
class KernelSums {
public:
    KernelSums(std::span<const std::uint32_t> labels, std::span<const double> class_weights);

    /// What other rows of class `label` add to the rows from `first` on. Different rows may be served by different
    /// threads.
    void add(std::uint32_t label, std::size_t first, const Kernels& kernels);
    /// Adds to a single row.
    void add(std::uint32_t label, std::size_t row, double kernel);
    /// See NuMatrix.
    void add_across(std::span<const std::uint32_t> labels, std::size_t first, const KernelStrip& strip);
    /// Ends the counting of rows from `first` up to `last`.
    void settle(std::size_t first, std::size_t last);

    /// Takes away what one row, which is gone, had added to the rows from `first` on.
    void subtract(std::uint32_t label, std::size_t first, const Kernels& kernels);
    void bury(std::size_t row);
    /// Forgets what was counted for a row.
    void clear(std::size_t row);

    [[nodiscard]] bool gone(std::size_t row) const;
    /// Evaluates all entropies that may be the smallest; appends rows that are worn.
    void sharpen(std::vector<std::uint32_t>& worn);
    /// When nothing is worn after sharpen(): the remaining row with the smallest entropy; of equal ones that of the
    /// largest mass, then the first.
    [[nodiscard]] std::size_t least() const;
    /// The same sums for these rows alone.
    [[nodiscard]] KernelSums select(std::span<const std::uint32_t> rows) const;

private:
    void summarise(std::size_t row);
    void report_worn(std::size_t first, std::vector<std::uint32_t>& worn) const;

    static constexpr double infinity = std::numeric_limits<double>::infinity();

    std::vector<double> class_weights_;
    NuMatrix nu_;
    std::vector<double> mass_, entropy_;  ///< both infinite: gone
    std::vector<double> weight_;
    std::vector<double> slack_;    ///< how far an entropy may have fallen since it was evaluated
    std::vector<double> counted_;  ///< the mass when it was last counted
    std::vector<double> least_;    ///< by chunk: no entropy of it is smaller
};

}  // namespace bestsofar
