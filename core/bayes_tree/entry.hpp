#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bayes_tree/pages.hpp"
#include "bayes_tree/shape.hpp"

namespace bestsofar {

/// What a node knows of some rows: a kernel, if all are equal, or a group.
template <class T>
struct Entry {
    Pages::Address child = Pages::nowhere;  ///< nowhere: a kernel
    std::uint32_t count = 0;
    std::uint32_t row = 0;
    std::vector<double> mean{};
    std::vector<double> variance{};
    std::vector<T> low{}, high{};          ///< the box; for a kernel both are its row
    std::shared_ptr<const Shape> shape{};  ///< none: the mean and the variances are all

    [[nodiscard]] bool is_kernel() const { return child == Pages::nowhere; }

    [[nodiscard]] static Entry kernel(std::span<const T> values, std::uint32_t row, std::uint32_t count = 1);

    /// Takes in more rows: their number, mean and variance, and their box (Chan, Golub and LeVeque 1979).
    void absorb(const Entry& other);
};

/// All entries as one, without a shape; its row is that of the first among the largest of them, its child is nowhere
/// yet.
template <class T>
[[nodiscard]] Entry<T> summary(std::span<const Entry<T>> entries);

}  // namespace bestsofar
