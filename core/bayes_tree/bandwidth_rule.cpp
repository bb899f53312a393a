#include "bayes_tree/bandwidth_rule.hpp"

#include <cmath>

namespace bestsofar {

namespace {

double haerdle_factor(std::size_t n_features, std::size_t n_rows) {
    const auto d = static_cast<double>(n_features);
    return std::pow(4 / ((d + 2) * static_cast<double>(n_rows)), 1 / (d + 4));
}

}  // namespace

std::vector<double> bandwidths(const BandwidthRule& rule, std::span<const Feature> features, std::size_t n_rows) {
    const double factor =
        rule.name == BandwidthRule::Name::haerdle ? haerdle_factor(features.size(), n_rows) : rule.factor;
    std::vector<double> widths;
    widths.reserve(features.size());
    for (const Feature& feature : features) {
        widths.push_back(rule.name == BandwidthRule::Name::langley
                             ? (feature.high - feature.low) / std::sqrt(static_cast<double>(n_rows))
                             : factor * std::sqrt(feature.variance));
    }
    return widths;
}

}  // namespace bestsofar
