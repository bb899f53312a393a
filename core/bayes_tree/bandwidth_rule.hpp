#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace bestsofar {

/// How wide kernels are, feature by feature: Eqs. 17, 18 and 19 of Kranen et al. (2012).
struct BandwidthRule {
    enum class Name : std::uint8_t { haerdle, langley, factor };

    Name name;
    double factor = 0;  ///< of the standard deviation
};

/// What is known of one feature in all training rows.
struct Feature {
    double variance;
    double low;
    double high;
};

/// One bandwidth for each feature; 0 for one that is constant.
[[nodiscard]] std::vector<double> bandwidths(const BandwidthRule& rule, std::span<const Feature> features,
                                             std::size_t n_rows);

}  // namespace bestsofar
