#include "exemplars/judges.hpp"

#include <algorithm>
#include <limits>

#include "exemplars/fixed_point.hpp"
#include "parallel.hpp"
#include "simd/math.hpp"

namespace bestsofar {

namespace {

constexpr double unit = 0x1p24;  // floats hold all whole numbers up to it
constexpr double worn = 0x1p12;

/// Turns distances into kernels, that of the nearest one unit.
BESTSOFAR_CLONES void to_units(double* distances, std::size_t count, double nearest, double scale) {
    for (std::size_t i = 0; i < count; i += doubles_at_once) {
        store(unit * bounded_exp((load(distances + i) - nearest) * -scale), distances + i);
    }
}

struct Part {
    const double* sums;
    const double* masses;
    const float* units;
    double of_label;  ///< 1: the units are part of the sums; else 0
    double uniform;
};

BESTSOFAR_CLONES void posteriors(const Part& part, std::size_t count, double* scores) {
    for (std::size_t i = 0; i < count; i += doubles_at_once) {
        Doubles units;
        for (std::size_t lane = 0; lane < doubles_at_once; ++lane) units[lane] = part.units[i + lane];
        const Doubles mass = load(part.masses + i) - units;
        const Doubles share = (load(part.sums + i) - units * part.of_label) / (mass > 0 ? mass : Doubles{} + 1);
        store(mass > 0 ? share : Doubles{} + part.uniform, scores + i);
    }
}

}  // namespace

Judges::Judges(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
               std::span<const std::uint32_t> validation, bool list_own_class)
    : space_(space),
      n_classes_(n_classes),
      list_own_class_(list_own_class),
      uniform_(1 / static_cast<double>(n_classes)),
      judges_(validation.begin(), validation.end()),
      stride_(whole_vectors(validation.size())) {
    std::vector<bool> judging(space.size());
    for (const std::uint32_t row : judges_) {
        judging[row] = true;
        labels_.push_back(labels[row]);
    }
    for (std::uint32_t row = 0; row < space.size(); ++row) {
        if (judging[row]) continue;
        rows_.push_back(row);
        candidate_labels_.push_back(labels[row]);
    }
    left_ = listed_ = rows_.size();
    candidates_ = space.select(rows_);
    gone_.resize(rows_.size());
    units_.resize(rows_.size() * stride_);
    sums_.resize(n_classes * stride_);
    mass_.resize(stride_);
    shares_.resize(judges_.size() * n_classes);
}

void Judges::count(double scale) {
    scale_ = scale;
    // Neighbouring judges share a line of the cache in units_.
    parallel_for(size(), 16, workers_for(space_), [this](std::size_t begin, std::size_t end, std::size_t) {
        std::vector<double> distances(whole_vectors(candidates()));
        for (std::size_t judge = begin; judge < end; ++judge) count(judge, distances);
    });
    listed_ = left_;
}

void Judges::count(std::size_t judge, std::vector<double>& distances) {
    candidates_->probe_row(judges_[judge], space_)->measure(0, candidates(), distances.data());
    double nearest = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < candidates(); ++i) {
        if (!gone(i)) nearest = std::min(nearest, distances[i]);
    }
    to_units(distances.data(), candidates(), nearest, scale_);
    for (std::size_t label = 0; label < n_classes_; ++label) {
        shares_[judge * n_classes_ + label].clear();
        sums_[label * stride_ + judge] = 0;
    }
    mass_[judge] = 0;
    for (std::uint32_t i = 0; i < candidates(); ++i) {
        const auto units = static_cast<double>(gone(i) ? 0 : rounded(distances[i]));
        units_[i * stride_ + judge] = static_cast<float>(units);
        sums_[candidate_labels_[i] * stride_ + judge] += units;
        mass_[judge] += units;
        if (units > 0) list(judge, i, static_cast<float>(units));
    }
    for (std::size_t label = 0; label < n_classes_; ++label) {
        std::ranges::sort(shares_[judge * n_classes_ + label], std::ranges::greater(), &Share::units);
    }
}

void Judges::list(std::size_t judge, std::uint32_t candidate, float units) {
    const std::uint32_t label = candidate_labels_[candidate];
    if (label != labels_[judge] || list_own_class_) shares_[judge * n_classes_ + label].push_back({units, candidate});
}

void Judges::remove(std::size_t candidate) {
    gone_[candidate] = 1;
    --left_;
    double* const sums = sums_.data() + candidate_labels_[candidate] * stride_;
    for (std::size_t judge = 0; judge < size(); ++judge) {
        sums[judge] -= units(candidate)[judge];
        mass_[judge] -= units(candidate)[judge];
    }
    if (left_ == 0) return;
    std::vector<double> distances(whole_vectors(candidates()));
    for (std::size_t judge = 0; judge < size(); ++judge) {
        if (mass_[judge] < worn) count(judge, distances);
    }
    // A quarter of the lists at most is walked in vain.
    if (left_ < listed_ / 4 * 3) forget_the_gone();
}

void Judges::forget_the_gone() {
    for (std::vector<Share>& shares : shares_) {
        std::erase_if(shares, [this](const Share& share) { return gone(share.candidate); });
    }
    listed_ = left_;
}

void Judges::scores_without(std::size_t candidate, std::uint32_t label, double* scores) const {
    const double of_label = candidate_labels_[candidate] == label ? 1 : 0;
    posteriors({sums(label), mass_.data(), units(candidate), of_label, uniform_}, stride_, scores);
}

}  // namespace bestsofar
