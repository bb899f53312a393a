#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "distance/aligned.hpp"
#include "exemplars/nu_matrix.hpp"

namespace bestsofar {

/// A nu-matrix, with the entropy of the posterior that follows from it.
///
/// Once nearly all of a row's mass is gone, what is left is mostly error: such a row is `worn` and must be counted
/// again.
///
/// Entropies are evaluated lazily: until then a bound tells how far one may have fallen, and most are far from the
/// least. Each part of the rows has a lower bound for its entropies, so most parts need not be looked into.
///
/// A kernel that is nothing compared with what was counted need not be evaluated. Rows that are near to each other
/// should be neighbours, so that few parts are reached.
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
    void mark_gone(std::size_t row);
    /// Forgets what was counted for a row.
    void clear(std::size_t row);

    /// What a kernel must be to count for the rows from `first` on, and for one row: smaller ones need neither be added
    /// nor taken away. Nothing is known before the first settle().
    [[nodiscard]] LogThresholds thresholds(std::size_t first) const;
    [[nodiscard]] double threshold_of(std::size_t row) const;

    [[nodiscard]] bool gone(std::size_t row) const { return mass_[row] == infinity; }
    /// Evaluates all entropies that may be the smallest; appends rows that are worn.
    void sharpen(std::vector<std::uint32_t>& worn);
    /// When nothing is worn after sharpen(): the remaining row with the smallest entropy; of equal ones that of the
    /// largest mass, then that of the lowest name.
    [[nodiscard]] std::size_t least(std::span<const std::uint32_t> names) const;
    /// The same sums for these rows alone.
    [[nodiscard]] KernelSums select(std::span<const std::uint32_t> rows) const;

    static constexpr double infinity = std::numeric_limits<double>::infinity();

private:
    void summarise(std::size_t part);
    void summarise_chunk(std::size_t chunk);
    /// Looks into all parts that may have an entropy this small.
    template <class Look>
    void each_part_with(double most, Look look) const;
    void report_worn(std::size_t first, std::vector<std::uint32_t>& worn) const;

    std::vector<double> class_weights_;
    double largest_weight_;
    NuMatrix nu_;
    AlignedDoubles mass_, entropy_;  ///< both infinite: gone
    AlignedDoubles weight_;
    AlignedDoubles counted_;  ///< the mass when it was last counted
    // Part by part:
    AlignedDoubles least_;                ///< no entropy is smaller
    std::vector<std::uint8_t> doubtful_;  ///< whether entropies have to be evaluated again
    AlignedDoubles thresholds_;
    AlignedDoubles least_of_chunks_;  ///< the same for as many parts as kernels come in
};

}  // namespace bestsofar
