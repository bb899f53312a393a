#include "lazy_tree/vote.hpp"

#include <algorithm>
#include <cmath>

#include "break_tie.hpp"

namespace bestsofar {

namespace {

// What is at distance zero is nearer than the next by this factor, in the unit of the distances, whatever it is.
constexpr double share_of_the_next = 1e-9;
// Never down to nothing, however old, and however far besides: somebody must win.
constexpr double least_by_age = 1e-100;
constexpr double least_possible = 1e-290;

template <class T>
double nearest_possible(std::span<const Found> neighbors, const VectorMeasure<T>& measure) {
    for (const Found& found : neighbors) {
        const double distance = measure.distance(found.cost);
        if (distance > 0 && std::isfinite(distance)) return std::max(share_of_the_next * distance, least_possible);
    }
    return 1;
}

}  // namespace

template <class T>
void Vote::count(std::span<const Found> neighbors, const Nodes<T>& nodes, const VectorMeasure<T>& measure, double now) {
    std::ranges::fill(shares_, 0.0);
    heard_.clear();
    all_ = 0;
    const double nearest = rule_.by_distance ? nearest_possible(neighbors, measure) : 1;
    for (const Found& found : neighbors) {
        const Exemplar& exemplar = nodes[found.node]->exemplar(found.slot);
        const double distance = rule_.by_distance ? std::max(measure.distance(found.cost), nearest) : 1;
        const double per_record = weight(exemplar, distance, now) / static_cast<double>(exemplar.counts.total());
        exemplar.counts.for_each([&](const ClassCounts::Tally& tally) { add(tally.label, per_record * tally.count); });
    }
    label_ = heard_.front();
    for (const std::uint32_t label : heard_) {
        if (shares_[label] > shares_[label_]) label_ = label;
    }
}

double Vote::weight(const Exemplar& exemplar, double distance, double now) const {
    double weight = rule_.by_count ? static_cast<double>(exemplar.counts.total()) : 1;
    weight /= distance;
    if (rule_.half_life > 0) weight *= std::max(std::exp2((exemplar.touched - now) / rule_.half_life), least_by_age);
    return std::max(weight, least_possible);
}

void Vote::add(std::uint32_t label, double votes) {
    if (shares_[label] == 0) heard_.push_back(label);
    shares_[label] += votes;
    all_ += votes;
}

std::vector<double> Vote::shares() const {
    std::vector<double> shares(shares_);
    for (double& share : shares) share /= all_;
    break_tie(shares, label_);
    return shares;
}

template void Vote::count(std::span<const Found>, const Nodes<float>&, const VectorMeasure<float>&, double);
template void Vote::count(std::span<const Found>, const Nodes<double>&, const VectorMeasure<double>&, double);

}  // namespace bestsofar
