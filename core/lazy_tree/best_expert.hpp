#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace bestsofar {

/// Tracks which of several experts was right most often of late. All but the first `rivals` must be ahead by two
/// standard errors: among many that are about as good, the luckiest is not the best.
template <std::size_t experts, std::size_t rivals>
class BestExpert {
public:
    BestExpert() = default;
    /// As if the rivals had been right that often, and all others as often as the first.
    explicit BestExpert(std::span<const double, rivals> accuracies) {
        for (std::size_t expert = 0; expert < rivals; ++expert) leads_[expert] = accuracies[expert] - accuracies[0];
    }

    /// Whether each expert was right about one record: 1 or 0.
    void judge(const std::array<double, experts>& right) {
        for (std::size_t expert = 1; expert < experts; ++expert) {
            const double lead = right[expert] - right[0];
            leads_[expert] += (lead - leads_[expert]) / memory;
            disagreements_[expert] += (std::abs(lead) - disagreements_[expert]) / memory;
        }
    }

    [[nodiscard]] std::size_t best() const {
        std::array<double, experts> ahead = leads_;
        for (std::size_t expert = rivals; expert < experts; ++expert) ahead[expert] -= chance(expert);
        return static_cast<std::size_t>(std::ranges::max_element(ahead) - ahead.begin());
    }
    /// Whether an expert is ahead of the first one by two standard errors.
    [[nodiscard]] bool clearly_ahead(std::size_t expert) const { return leads_[expert] > chance(expert); }

private:
    [[nodiscard]] double chance(std::size_t expert) const {
        return 2 * std::sqrt(disagreements_[expert] / (2 * memory));
    }

    static constexpr double memory = 200;  ///< records of an exponential mean, which is as good as one of twice as many

    std::array<double, experts> leads_{};          ///< how much more often each is right than the first
    std::array<double, experts> disagreements_{};  ///< how often either is right and the other is not
};

}  // namespace bestsofar
