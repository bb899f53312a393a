#include "exemplars/following_sums.hpp"

#include <algorithm>
#include <cmath>

#include "exemplars/extremes.hpp"
#include "exemplars/gather.hpp"
#include "exemplars/posterior.hpp"

namespace bestsofar {

namespace {

const double least_kernel = std::exp(-700 / FollowingSums::ratio);  // its narrow one is not below e^-700

Kernels narrowed(const Kernels& wide) {
    Kernels narrow;
    for (std::size_t i = 0; i < Kernels::most; ++i) {
        narrow.of[i] = wide.of[i] > least_kernel ? wide.of[i] * std::sqrt(wide.of[i]) : 0;
    }
    return narrow;
}

struct Between {
    NuMatrix::Columns narrow_sums, wide_sums;
    double narrow;

    [[nodiscard]] BESTSOFAR_INLINE Doubles at(std::size_t label, std::size_t row) const {
        const Doubles low = narrow_sums.at(label, row), high = wide_sums.at(label, row);
        const auto some = (low > normal) & (high > normal);
        const Doubles one = Doubles{} + 1;
        const Doubles power = narrow * log(some ? low : one) + (1 - narrow) * log(some ? high : one);
        return some ? exp(power) : Doubles{};
    }

    static constexpr double normal = 0x1p-1020;
};

/// Writes the sums of all classes, and what is left of the narrow mass.
BESTSOFAR_CLONES void interpolate(const Between& between, std::size_t n_classes, double* sums, double* left) {
    const std::size_t stride = between.narrow_sums.stride;
    for (std::size_t row = 0; row < stride; row += doubles_at_once) {
        Doubles mass{};
        for (std::size_t label = 0; label < n_classes; ++label) {
            store(between.at(label, row), sums + label * stride + row);
            mass += between.narrow_sums.at(label, row);
        }
        store(mass, left + row);
    }
}

struct Sums {
    const double* sums;
    std::size_t stride;

    [[nodiscard]] BESTSOFAR_INLINE Doubles at(std::size_t label, std::size_t row) const {
        return load(sums + label * stride + row);
    }
};

BESTSOFAR_CLONES void evaluate_all(const Posterior<Sums>& posterior, double gone, double* masses, double* entropies) {
    for (std::size_t row = 0; row < posterior.columns.stride; row += doubles_at_once) {
        const Doubles before = load(masses + row), mass = posterior.mass(row);
        store(before == gone ? before : mass, masses + row);
        store(before == gone ? before : posterior.entropy(row, mass), entropies + row);
    }
}

}  // namespace

FollowingSums::FollowingSums(std::span<const std::uint32_t> labels, std::span<const double> class_weights)
    : class_weights_(class_weights.begin(), class_weights.end()),
      narrow_(labels.size(), class_weights.size()),
      wide_(labels.size(), class_weights.size()),
      between_(class_weights.size() * wide_.stride()),
      mass_(wide_.stride(), infinity),
      entropy_(wide_.stride(), infinity),
      weight_(wide_.stride()),
      counted_(wide_.stride()),
      left_(wide_.stride()) {
    for (std::size_t row = 0; row < labels.size(); ++row) weight_[row] = class_weights_[labels[row]];
}

void FollowingSums::add(std::uint32_t label, std::size_t first, const Kernels& kernels) {
    wide_.add(label, first, kernels);
    narrow_.add(label, first, narrowed(kernels));
}

void FollowingSums::add(std::uint32_t label, std::size_t row, double kernel) {
    wide_.add(label, row, kernel);
    narrow_.add(label, row, kernel > least_kernel ? kernel * std::sqrt(kernel) : 0);
}

void FollowingSums::add_across(std::span<const std::uint32_t> labels, std::size_t first, const KernelStrip& strip) {
    KernelStrip narrow;
    std::ranges::transform(strip, narrow.begin(), narrowed);
    wide_.add_across(labels, first, strip);
    narrow_.add_across(labels, first, narrow);
}

void FollowingSums::settle(std::size_t first, std::size_t last) {
    const NuMatrix::Columns columns = narrow_.columns();
    for (std::size_t row = first; row < last; ++row) {
        counted_[row] = 0;
        for (std::size_t label = 0; label < class_weights_.size(); ++label) {
            counted_[row] += columns.sums[label * columns.stride + row];
        }
        mass_[row] = 0;
    }
}

void FollowingSums::subtract(std::uint32_t label, std::size_t first, const Kernels& kernels) {
    wide_.subtract(label, first, kernels);
    narrow_.subtract(label, first, narrowed(kernels));
}

void FollowingSums::mark_gone(std::size_t row) { mass_[row] = entropy_[row] = infinity; }

void FollowingSums::clear(std::size_t row) {
    wide_.clear(row);
    narrow_.clear(row);
}

bool FollowingSums::gone(std::size_t row) const { return mass_[row] == infinity; }

void FollowingSums::evaluate(double narrow, std::vector<std::uint32_t>& worn) {
    interpolate({narrow_.columns(), wide_.columns(), narrow}, class_weights_.size(), between_.data(), left_.data());
    const Posterior<Sums> posterior{{between_.data(), wide_.stride()}, class_weights_, weight_.data()};
    evaluate_all(posterior, infinity, mass_.data(), entropy_.data());
    for (std::size_t row = 0; row < left_.size(); ++row) {
        // Narrow sums are worn at the latest when wide ones are: small kernels are smaller there.
        if (left_[row] < counted_[row] * NuMatrix::worn_share && !gone(row))
            worn.push_back(static_cast<std::uint32_t>(row));
    }
}

LogThresholds FollowingSums::thresholds(std::size_t /*first*/) const { return no_thresholds(); }

double FollowingSums::threshold_of(std::size_t /*row*/) const { return least_power; }

std::size_t FollowingSums::least(std::span<const std::uint32_t> names) const {
    const double most = smallest(entropy_) + tie;
    std::vector<std::size_t> tied;
    for (std::size_t row = 0; row < entropy_.size(); ++row) {
        if (entropy_[row] <= most) tied.push_back(row);
    }
    return heaviest(tied, mass_, names);
}

FollowingSums FollowingSums::select(std::span<const std::uint32_t> rows) const {
    FollowingSums chosen({}, class_weights_);
    chosen.wide_ = wide_.select(rows);
    chosen.narrow_ = narrow_.select(rows);
    const std::size_t stride = chosen.wide_.stride();
    chosen.between_.resize(class_weights_.size() * stride);
    chosen.mass_ = gather(mass_, rows, stride, infinity);
    chosen.entropy_ = gather(entropy_, rows, stride, infinity);
    chosen.weight_ = gather(weight_, rows, stride, 0.0);
    chosen.counted_ = gather(counted_, rows, stride, 0.0);
    chosen.left_.resize(stride);
    return chosen;
}

}  // namespace bestsofar
