#include "bayes_tree/densities.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "simd/math.hpp"

namespace bestsofar {

namespace {

// Ratios of variances are multiplied, and the logarithm is taken once in a while: none is above 1e19, so that the
// product of this many is finite.
constexpr std::size_t features_at_once = 16;

typedef float Halves __attribute__((vector_size(sizeof(Doubles) / 2)));

BESTSOFAR_INLINE Doubles load_all(const double* from) { return load(from); }
BESTSOFAR_INLINE Doubles load_all(const float* from) {
    Halves values;
    std::memcpy(&values, from, sizeof values);
    return __builtin_convertvector(values, Doubles);
}

BESTSOFAR_INLINE Doubles all(double number) { return Doubles{number, number, number, number}; }

/// A point and what it is measured by, in local variables, so that nothing that is written can change them.
struct PointView {
    const double *point, *inverse, *inverse_squared;
    std::size_t width;
};

/// A sum of fractions, squared distances in standard deviations, over their common denominator: one division for all.
/// Denominators are the ratios of variances.
struct Fraction {
    Doubles numerator = {}, denominator = all(1);

    BESTSOFAR_INLINE void add(Doubles square, Doubles ratio) {
        numerator = numerator * ratio + square * denominator;
        denominator *= ratio;
    }
};

/// The numbers of some neighbouring entries, feature by feature. What comes after the last entry is measured with the
/// others, and left out in the end.
template <class T>
struct Columns {
    const T* numbers;
    std::size_t stride;

    BESTSOFAR_INLINE Doubles at(std::size_t feature, std::size_t vector) const {
        return load_all(numbers + feature * stride + vector * doubles_at_once);
    }
};

/// Log densities of some vectors of groups.
template <std::size_t vectors, bool adds_kernel_variance>
BESTSOFAR_INLINE void group_densities(const Columns<double>& means, const Columns<double>& variances,
                                      const PointView& view, double* logs) {
    Doubles sums[vectors] = {};
    for (std::size_t begin = 0; begin < view.width; begin += features_at_once) {
        const std::size_t end = std::min(begin + features_at_once, view.width);
        Fraction some[vectors];
        for (std::size_t i = begin; i < end; ++i) {
            const double point = view.point[i], inverse = view.inverse[i], inverse_squared = view.inverse_squared[i];
            for (std::size_t v = 0; v < vectors; ++v) {
                const Doubles gap = (point - means.at(i, v)) * inverse, ratio = variances.at(i, v) * inverse_squared;
                some[v].add(gap * gap, adds_kernel_variance ? ratio + 1 : (ratio > 1 ? ratio : all(1)));
            }
        }
        for (std::size_t v = 0; v < vectors; ++v)
            sums[v] += some[v].numerator / some[v].denominator + log(some[v].denominator);
    }
    for (std::size_t v = 0; v < vectors; ++v) store(sums[v] * -0.5, logs + v * doubles_at_once);
}

template <bool adds_kernel_variance, class T>
BESTSOFAR_INLINE void group_densities(const ReadNode<T>& node, const PointView& view, double* logs) {
    const std::size_t groups = node.groups();
    for (std::size_t first = 0; first < groups;) {
        const Columns<double> means{node.means() + first, groups}, variances{node.variances() + first, groups};
        if (groups - first > doubles_at_once) {
            group_densities<2, adds_kernel_variance>(means, variances, view, logs + first);
            first += 2 * doubles_at_once;
        } else {
            group_densities<1, adds_kernel_variance>(means, variances, view, logs + first);
            first += doubles_at_once;
        }
    }
}

template <class T>
BESTSOFAR_INLINE void kernel_densities(const ReadNode<T>& node, const PointView& view, double* logs) {
    const std::size_t kernels = node.kernels();
    for (std::size_t first = 0; first < kernels; first += doubles_at_once) {
        const Columns<T> values{node.values() + first, kernels};
        Doubles sum{};
        for (std::size_t i = 0; i < view.width; ++i) {
            const Doubles gap = (view.point[i] - values.at(i, 0)) * view.inverse[i];
            sum += gap * gap;
        }
        store(sum * -0.5, logs + first);
    }
}

template <class T>
BESTSOFAR_INLINE void all_densities(const ReadNode<T>& node, const BandwidthScale& scale, const double* point,
                                    double* logs) {
    const PointView view{point, scale.inverse(), scale.inverse_squared(), scale.width()};
    if (scale.adds_kernel_variance()) {
        group_densities<true>(node, view, logs);
    } else {
        group_densities<false>(node, view, logs);
    }
    kernel_densities(node, view, logs + node.groups());
}

/// Of four entries; even a damaged one stands for some row.
BESTSOFAR_INLINE Doubles weights(const std::uint32_t* counts) {
    std::uint32_t some[doubles_at_once];
    std::memcpy(some, counts, sizeof some);
    // As the last bits of a double that is large enough.
    const Bits bits = Bits{some[0], some[1], some[2], some[3]} | 0x4330000000000000;
    const Doubles weights = (Doubles)bits - 0x1p52;
    return weights > 1 ? weights : all(1);
}

// Loops are as long for all nodes of as many vectors, so that the processor need not guess.
template <class T>
BESTSOFAR_INLINE void see_all(const ReadNode<T>& node, const BandwidthScale& scale, const double* point,
                              Siblings& siblings) {
    const Doubles far = Doubles{} + least_density, none = Doubles{} - std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < siblings.room; i += doubles_at_once) store(far, siblings.density() + i);
    all_densities(node, scale, point, siblings.density());
    const auto groups = static_cast<double>(siblings.n_groups), count = static_cast<double>(siblings.count);
    Doubles places = {0, 1, 2, 3};
    for (std::size_t i = 0; i < siblings.room; i += doubles_at_once) {
        const Doubles found = load(siblings.density() + i), density = found > least_density ? found : far;
        store(density, siblings.density() + i);
        const std::uint32_t* const counts = node.counts() + (i < siblings.count ? i : 0);
        store(places < count ? weights(counts) : Doubles{}, siblings.weight() + i);
        store(places < groups ? density : none, siblings.priority() + i);
        places += static_cast<double>(doubles_at_once);
    }
}

}  // namespace

BandwidthScale::BandwidthScale(std::span<const double> bandwidths, bool adds_kernel_variance)
    : width_(bandwidths.size()),
      adds_kernel_variance_(adds_kernel_variance),
      inverse_(whole_vectors(bandwidths.size())),
      inverse_squared_(inverse_.size()) {
    std::ranges::transform(bandwidths, inverse_.begin(), [](double width) { return width > 0 ? 1 / width : 0; });
    std::ranges::transform(inverse_, inverse_squared_.begin(), [](double inverse) { return inverse * inverse; });
}

template <class T>
std::vector<double> BandwidthScale::point(std::span<const T> row) const {
    std::vector<double> padded(inverse_.size());
    std::ranges::copy(row, padded.begin());
    return padded;
}

template std::vector<double> BandwidthScale::point(std::span<const float>) const;
template std::vector<double> BandwidthScale::point(std::span<const double>) const;

BESTSOFAR_CLONES void log_densities(const ReadNode<float>& node, const BandwidthScale& scale, const double* point,
                                    double* logs) {
    all_densities(node, scale, point, logs);
}
BESTSOFAR_CLONES void log_densities(const ReadNode<double>& node, const BandwidthScale& scale, const double* point,
                                    double* logs) {
    all_densities(node, scale, point, logs);
}

BESTSOFAR_CLONES void see(const ReadNode<float>& node, const BandwidthScale& scale, const double* point,
                          Siblings& siblings) {
    see_all(node, scale, point, siblings);
}
BESTSOFAR_CLONES void see(const ReadNode<double>& node, const BandwidthScale& scale, const double* point,
                          Siblings& siblings) {
    see_all(node, scale, point, siblings);
}

}  // namespace bestsofar
