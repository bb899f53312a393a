#pragma once

#include <cmath>

namespace bestsofar {

/// How much speaks for the first of two: an exponential mean of who was right alone, in units of what chance would make
/// of it if both were as good.
class Evidence {
public:
    /// 1: only the first was right, -1: only the second, 0: neither or both.
    void add(int lead, double weight) {
        mean_ += weight * (lead - mean_);
        variance_ = (1 - weight) * (1 - weight) * variance_ + weight * weight * (lead * lead);
    }

    [[nodiscard]] double standard_deviations() const { return variance_ > 0 ? mean_ / std::sqrt(variance_) : 0; }

private:
    double mean_ = 0;
    double variance_ = 0;
};

}  // namespace bestsofar
