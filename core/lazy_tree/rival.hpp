#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "lazy_tree/k_nearest.hpp"

namespace bestsofar {

/// How far the nearest exemplar so far is, and the nearest of those whose majority is another class: its rival.
class Rival {
public:
    Rival() = default;
    /// Continues where another one was left.
    Rival(const Found& nearest, std::uint32_t majority, double cost)
        : nearest_(nearest), majority_(majority), cost_(cost) {}

    /// Returns whether the rival is another one now.
    bool see(const Found& found, std::uint32_t majority) {
        if (!nearest_ || found < *nearest_) {
            const bool overtaken = nearest_ && majority != majority_;
            if (overtaken) cost_ = nearest_->cost;
            nearest_ = found;
            majority_ = majority;
            return overtaken;
        }
        if (majority == majority_ || found.cost >= cost_) return false;
        cost_ = found.cost;
        return true;
    }

    /// Infinity: none was seen.
    [[nodiscard]] double cost() const { return cost_; }
    /// The majority of the nearest.
    [[nodiscard]] std::uint32_t majority() const { return majority_; }

private:
    std::optional<Found> nearest_;
    std::uint32_t majority_ = 0;
    double cost_ = std::numeric_limits<double>::infinity();
};

}  // namespace bestsofar
