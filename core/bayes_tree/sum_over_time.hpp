#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "bayes_tree/scaled.hpp"

namespace bestsofar {

/// The sum of a quantity over time. Between changes of the quantity nothing has to be done, and as long as its scale is
/// the same, no power is computed.
class SumOverTime {
public:
    /// The quantity was `value` since the last change, and changes at time `now`.
    void changes(Scaled value, std::uint64_t now) {
        add(value, static_cast<double>(now - since_));
        since_ = now;
    }

    /// The sum before time `now`, the quantity being `value` since its last change.
    [[nodiscard]] Scaled until(std::uint64_t now, Scaled value) const {
        SumOverTime all = *this;
        all.add(value, static_cast<double>(now - since_));
        return all.sum_;
    }

private:
    void add(Scaled value, double duration) {
        if (value.log_scale != latest_) turn_to(value.log_scale);
        sum_.factor += duration * value.factor * ratio_;
    }

    void turn_to(double log_scale) {
        if (log_scale > sum_.log_scale) sum_ = {sum_.factor * std::exp(sum_.log_scale - log_scale), log_scale};
        latest_ = log_scale;
        ratio_ = std::exp(log_scale - sum_.log_scale);
    }

    static constexpr double none = -std::numeric_limits<double>::infinity();

    Scaled sum_{0, none};  ///< of the largest scale so far
    double latest_ = none;
    double ratio_ = 0;  ///< of the latest scale to the largest
    std::uint64_t since_ = 0;
};

}  // namespace bestsofar
