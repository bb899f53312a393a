#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace bestsofar {

/// Of several voices, the one speaks that was right most often of late. All but the first `rivals` must be ahead by two
/// standard errors: among many that are about as good, the luckiest is not the best.
template <std::size_t voices, std::size_t rivals>
class Speakers {
public:
    Speakers() = default;
    /// As if the rivals had been right so often, and all others as often as the first.
    explicit Speakers(std::span<const double, rivals> accuracies) {
        for (std::size_t voice = 0; voice < rivals; ++voice) leads_[voice] = accuracies[voice] - accuracies[0];
    }

    /// Whether each voice was right about one record: 1 or 0.
    void judge(const std::array<double, voices>& right) {
        for (std::size_t voice = 1; voice < voices; ++voice) {
            const double lead = right[voice] - right[0];
            leads_[voice] += (lead - leads_[voice]) / memory;
            disagreements_[voice] += (std::abs(lead) - disagreements_[voice]) / memory;
        }
    }

    [[nodiscard]] std::size_t best() const {
        std::array<double, voices> ahead = leads_;
        for (std::size_t voice = rivals; voice < voices; ++voice) ahead[voice] -= chance(voice);
        return static_cast<std::size_t>(std::ranges::max_element(ahead) - ahead.begin());
    }
    /// Whether a voice is ahead of the first one by two standard errors.
    [[nodiscard]] bool clearly_ahead(std::size_t voice) const { return leads_[voice] > chance(voice); }

private:
    [[nodiscard]] double chance(std::size_t voice) const { return 2 * std::sqrt(disagreements_[voice] / (2 * memory)); }

    static constexpr double memory = 200;  ///< records of an exponential mean, which is as good as one of twice as many

    std::array<double, voices> leads_{};          ///< how much more often each is right than the first
    std::array<double, voices> disagreements_{};  ///< how often either is right and the other is not
};

}  // namespace bestsofar
