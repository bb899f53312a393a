#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include "bayes_tree/multiple.hpp"

namespace bestsofar {

/// The sum of a quantity over time. Between changes of the quantity nothing has to be done, and as long as it is a
/// multiple of the same power, none is computed.
class SumOverTime {
public:
    /// The quantity was `value` since the last change, and changes at time `now`.
    void changes(Multiple value, std::uint64_t now) {
        add(value, static_cast<double>(now - since_));
        since_ = now;
    }

    /// The sum before time `now`, the quantity being `value` since its last change.
    [[nodiscard]] Multiple until(std::uint64_t now, Multiple value) const {
        SumOverTime all = *this;
        all.add(value, static_cast<double>(now - since_));
        return all.sum_;
    }

private:
    void add(Multiple value, double duration) {
        if (value.power != latest_) turn_to(value.power);
        sum_.times += duration * value.times * factor_;
    }

    void turn_to(double power) {
        if (power > sum_.power) sum_ = {sum_.times * std::exp(sum_.power - power), power};
        latest_ = power;
        factor_ = std::exp(power - sum_.power);
    }

    static constexpr double none = -std::numeric_limits<double>::infinity();

    Multiple sum_{0, none};  ///< of the highest power so far
    double latest_ = none;
    double factor_ = 0;  ///< the latest power in multiples of the highest
    std::uint64_t since_ = 0;
};

}  // namespace bestsofar
