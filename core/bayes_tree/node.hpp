#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "bayes_tree/pages.hpp"

namespace bestsofar {

/// A node in one run of bytes: what its entries are, groups before kernels; the means and variances of its groups and
/// the rows of its kernels, feature by feature, so that entries are measured side by side; and last the boxes of its
/// groups, which only insertions read.
template <class T, class Byte>
class NodeAt {
    template <class U>
    using In = std::conditional_t<std::is_const_v<Byte>, const U, U>;

public:
    NodeAt(Byte* run, std::size_t width) : run_(run), width_(width) {}

    struct Head {
        std::uint32_t groups;
        std::uint32_t kernels;
    };

    [[nodiscard]] In<Head>& head() const { return *at<Head>(0); }
    [[nodiscard]] std::size_t groups() const { return head().groups; }
    [[nodiscard]] std::size_t kernels() const { return head().kernels; }
    [[nodiscard]] std::size_t entries() const { return groups() + kernels(); }

    /// Of groups: the nodes below.
    [[nodiscard]] In<Pages::Address>* children() const { return at<Pages::Address>(sizeof(Head)); }
    /// How many rows each entry has.
    [[nodiscard]] In<std::uint32_t>* counts() const {
        return at<std::uint32_t>(sizeof(Head) + groups() * sizeof(Pages::Address));
    }
    /// One row of each entry, standing for all; of a kernel the first.
    [[nodiscard]] In<std::uint32_t>* rows() const { return counts() + entries(); }

    // Entry by entry for the first feature, and so on. Up to three numbers after the last can be read.
    [[nodiscard]] In<double>* means() const { return at<double>(shapes()); }
    [[nodiscard]] In<double>* variances() const { return means() + groups() * width_; }
    [[nodiscard]] In<T>* values() const { return at<T>(kernel_values()); }

    [[nodiscard]] In<T>* low(std::size_t i) const { return at<T>(boxes()) + 2 * i * width_; }
    [[nodiscard]] In<T>* high(std::size_t i) const { return low(i) + width_; }

    [[nodiscard]] std::size_t length() const { return boxes() + in_eights(2 * groups() * width_ * sizeof(T)); }

    [[nodiscard]] static std::size_t length(std::size_t groups, std::size_t kernels, std::size_t width) {
        const Head head{static_cast<std::uint32_t>(groups), static_cast<std::uint32_t>(kernels)};
        return NodeAt<T, const std::byte>(reinterpret_cast<const std::byte*>(&head), width).length();
    }

private:
    static constexpr std::size_t spare = 3 * sizeof(double);

    template <class U>
    [[nodiscard]] In<U>* at(std::size_t offset) const {
        return reinterpret_cast<In<U>*>(run_ + offset);
    }
    [[nodiscard]] std::size_t shapes() const {
        return sizeof(Head) + groups() * sizeof(Pages::Address) + entries() * 2 * sizeof(std::uint32_t);
    }
    [[nodiscard]] std::size_t kernel_values() const { return shapes() + 2 * groups() * width_ * sizeof(double); }
    [[nodiscard]] std::size_t boxes() const {
        return kernel_values() + in_eights(kernels() * width_ * sizeof(T)) + spare;
    }

    Byte* run_;
    std::size_t width_;
};

template <class T>
using ReadNode = NodeAt<T, const std::byte>;
template <class T>
using OpenNode = NodeAt<T, std::byte>;

/// One entry's number of every feature, where those of `stride` entries lie side by side.
template <class Numbers, class T>
void put_column(const Numbers& from, T* to, std::size_t stride) {
    for (const auto number : from) {
        *to = number;
        to += stride;
    }
}
template <class T>
[[nodiscard]] auto column(T* from, std::size_t stride, std::size_t width) {
    std::vector<std::remove_const_t<T>> numbers(width);
    for (std::size_t i = 0; i < width; ++i) numbers[i] = from[i * stride];
    return numbers;
}

}  // namespace bestsofar
