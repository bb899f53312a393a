#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "bayes_tree/class_tree.hpp"
#include "bayes_tree/shaped_gaussian.hpp"

namespace bestsofar {

/// The densities of the entries of one tree that have a shape. Never changes.
class ShapedEntries {
public:
    using Groups = std::vector<std::optional<ShapedGaussian>>;

    template <class T>
    ShapedEntries(const ClassTree<T>& tree, const BandwidthScale& scale);

    [[nodiscard]] const std::optional<ShapedGaussian>& root() const { return root_; }
    /// The groups of a node; nothing, if none of them has a shape.
    [[nodiscard]] const Groups* at(Pages::Address address) const {
        if (groups_.empty()) return nullptr;
        const auto found = groups_.find(address);
        return found == groups_.end() ? nullptr : &found->second;
    }
    [[nodiscard]] std::size_t nbytes() const;

private:
    std::optional<ShapedGaussian> root_;
    std::unordered_map<Pages::Address, Groups> groups_;
};

}  // namespace bestsofar
