#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace bestsofar {

/// The sum of a quantity over time, all as logarithms. Between changes of the quantity nothing has to be done.
class SumOverTime {
public:
    /// The quantity was `log_value` since the last change, and is another one from time `now` on.
    void changes(double log_value, std::uint64_t now) {
        add(log_value, static_cast<double>(now - since_));
        since_ = now;
    }

    /// The sum before time `now`, the quantity being `log_value` since its last change.
    [[nodiscard]] double until(std::uint64_t now, double log_value) const {
        SumOverTime all = *this;
        all.add(log_value, static_cast<double>(now - since_));
        return all.reference_ + std::log(all.sum_);
    }

private:
    void add(double log_value, double times) {
        if (log_value > reference_) {
            sum_ = sum_ * std::exp(reference_ - log_value) + times;
            reference_ = log_value;
        } else {
            sum_ += times * std::exp(log_value - reference_);
        }
    }

    double reference_ = -std::numeric_limits<double>::infinity();
    double sum_ = 0;  ///< in multiples of e^reference
    std::uint64_t since_ = 0;
};

}  // namespace bestsofar
