#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "distance/aligned.hpp"
#include "exemplars/nu_matrix.hpp"

namespace bestsofar {

/// Kernel sums for every bandwidth between two, with the entropy of the posterior that follows.
///
/// Two nu-matrices are kept, for a narrow and a wide bandwidth; what lies between is interpolated. The logarithm of a
/// sum of exp(-scale * d) is convex in the scale, and linear where one kernel outweighs the rest, so the interpolation
/// is linear in it.
///
/// As in KernelSums, rows can be worn, and have the weights of their classes.
class FollowingSums {
public:
    /// The scale of the narrow kernels, as a multiple of the wide ones'.
    static constexpr double ratio = 1.5;

    FollowingSums(std::span<const std::uint32_t> labels, std::span<const double> class_weights);

    /// What other rows of class `label` add to the rows from `first` on: the wide kernels, from which the narrow ones
    /// follow. Different rows may be served by different threads.
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

    /// Every kernel counts: where wide ones are nothing, narrow ones may be all there is.
    [[nodiscard]] LogThresholds thresholds(std::size_t first) const;
    [[nodiscard]] double threshold_of(std::size_t row) const;

    [[nodiscard]] bool gone(std::size_t row) const;
    /// Moves to a bandwidth from wide (`narrow` is 0) to narrow (1), and evaluates all entropies; appends rows that are
    /// worn.
    void evaluate(double narrow, std::vector<std::uint32_t>& worn);
    /// When nothing is worn after evaluate(): the remaining row to go.
    [[nodiscard]] std::size_t least(std::span<const std::uint32_t> names) const;
    /// The same sums for these rows alone.
    [[nodiscard]] FollowingSums select(std::span<const std::uint32_t> rows) const;

private:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    std::vector<double> class_weights_;
    NuMatrix narrow_, wide_;
    AlignedDoubles between_;         ///< the nu-matrix of the bandwidth of the last evaluate()
    AlignedDoubles mass_, entropy_;  ///< both infinite: gone
    AlignedDoubles weight_;
    AlignedDoubles counted_;  ///< the narrow mass when it was last counted
    AlignedDoubles left_;     ///< and what is left of it
};

}  // namespace bestsofar
