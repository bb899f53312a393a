#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/nu_matrix.hpp"

namespace bestsofar {

/// How badly the rows that remain predict the classes of all rows, gone or not, with Gaussian kernels.
///
/// The share p of a row's class in the kernels that reach it, never its own, costs -log(p + 1e-6): however wrong the
/// others are about it, a row costs no more than 14. Where no kernel reaches, all classes have the same share.
class LogLoss {
public:
    /// Sums are rounded to whole units, so that equal losses are equal.
    static constexpr double unit = 0x1p-30;

    /// Space and labels must outlive it.
    LogLoss(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes);

    /// From now on these rows remain, and kernels have this bandwidth.
    void count(std::span<const std::uint32_t> rows, double bandwidth);
    /// A row that remains goes.
    void remove(std::uint32_t row);

    /// Of all rows together, in units.
    [[nodiscard]] double total() const;
    /// By how much it would grow if a row that remains went.
    [[nodiscard]] double harm(std::uint32_t row) const;
    /// Whether several threads may ask for harm at the same time.
    [[nodiscard]] bool concurrent() const { return space_.concurrent(); }

private:
    /// The kernels of one row at some others: those of its class, and the rest.
    struct Parts {
        Kernels own, other;
    };
    struct Sums {
        double own, other;
    };

    [[nodiscard]] Parts kernels(std::uint32_t row, const Probe& probe, std::size_t first) const;
    void count_chunk(std::size_t first);
    void mend(std::size_t first, const Kernels& masses);
    [[nodiscard]] bool worn(std::size_t row, double mass) const;
    [[nodiscard]] Sums count_again(std::uint32_t row, std::uint32_t without) const;

    const Space& space_;
    std::span<const std::uint32_t> labels_;
    double uniform_;
    double scale_ = 0;
    std::vector<std::uint32_t> rows_;   ///< that remained when kernels were counted
    std::unique_ptr<Space> remaining_;  ///< these
    std::vector<bool> gone_;
    NuMatrix sums_;                ///< of a row's own class, and of the others
    std::vector<double> counted_;  ///< both together, when they were counted
    std::vector<double> logs_;     ///< log(p + 1e-6)
};

}  // namespace bestsofar
