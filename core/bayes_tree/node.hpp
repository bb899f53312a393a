#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "bayes_tree/pages.hpp"

namespace bestsofar {

/// A group of rows that a node below holds.
struct GroupHead {
    Pages::Address child;
    std::uint32_t count;
    std::uint32_t row;  ///< one that stands for all
};

/// Equal rows.
struct KernelHead {
    std::uint32_t count;
    std::uint32_t row;  ///< the first of them
};

/// A node in one run of bytes: the heads of its groups, their means and variances; the heads of its kernels and their
/// rows; and last the boxes of its groups, which only insertions read.
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

    [[nodiscard]] In<GroupHead>& group(std::size_t i) const { return at<GroupHead>(sizeof(Head))[i]; }
    [[nodiscard]] In<double>* mean(std::size_t i) const { return at<double>(shapes()) + 2 * i * width_; }
    [[nodiscard]] In<double>* variance(std::size_t i) const { return mean(i) + width_; }
    [[nodiscard]] In<KernelHead>& kernel(std::size_t i) const { return at<KernelHead>(kernel_heads())[i]; }
    [[nodiscard]] In<T>* row(std::size_t i) const { return at<T>(rows()) + i * width_; }
    [[nodiscard]] In<T>* low(std::size_t i) const { return at<T>(boxes()) + 2 * i * width_; }
    [[nodiscard]] In<T>* high(std::size_t i) const { return low(i) + width_; }

    [[nodiscard]] std::size_t length() const { return boxes() + in_eights(2 * groups() * width_ * sizeof(T)); }

    [[nodiscard]] static std::size_t length(std::size_t groups, std::size_t kernels, std::size_t width) {
        const Head head{static_cast<std::uint32_t>(groups), static_cast<std::uint32_t>(kernels)};
        return NodeAt<T, const std::byte>(reinterpret_cast<const std::byte*>(&head), width).length();
    }

private:
    template <class U>
    [[nodiscard]] In<U>* at(std::size_t offset) const {
        return reinterpret_cast<In<U>*>(run_ + offset);
    }
    [[nodiscard]] static std::size_t in_eights(std::size_t length) { return (length + 7) / 8 * 8; }
    [[nodiscard]] std::size_t shapes() const { return sizeof(Head) + groups() * sizeof(GroupHead); }
    [[nodiscard]] std::size_t kernel_heads() const { return shapes() + 2 * groups() * width_ * sizeof(double); }
    [[nodiscard]] std::size_t rows() const { return kernel_heads() + kernels() * sizeof(KernelHead); }
    [[nodiscard]] std::size_t boxes() const { return rows() + in_eights(kernels() * width_ * sizeof(T)); }

    Byte* run_;
    std::size_t width_;
};

template <class T>
using ReadNode = NodeAt<T, const std::byte>;
template <class T>
using OpenNode = NodeAt<T, std::byte>;

}  // namespace bestsofar
