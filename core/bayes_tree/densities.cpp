#include "bayes_tree/densities.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

// Ratios of variances are multiplied, and the logarithm is taken once in a while: none is above 1e19, so that the
// product of so many features is finite.
constexpr std::size_t vectors_at_once = 4;
constexpr std::size_t features_at_once = vectors_at_once * numbers_at_once;

typedef float Halves __attribute__((vector_size(sizeof(Numbers) / 2)));

BESTSOFAR_INLINE Numbers load_all(const double* from) { return load(from); }
BESTSOFAR_INLINE Numbers load_all(const float* from) {
    Halves values;
    std::memcpy(&values, from, sizeof values);
    return __builtin_convertvector(values, Numbers);
}

/// Up to four numbers, and zeros for the rest.
template <class T>
BESTSOFAR_INLINE Numbers load_some(const T* from, std::size_t count) {
    if (count >= numbers_at_once) return load_all(from);
    Numbers values{};
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<double>(from[i]);
    return values;
}

/// One vector for each of four entries.
struct FourVectors {
    Numbers of[numbers_at_once];

    /// The first numbers of all in one vector, then the second ones, and so on.
    BESTSOFAR_INLINE FourVectors transposed() const {
        const Numbers even01 = BESTSOFAR_SHUFFLE(of[0], of[1], 0, 4, 2, 6);
        const Numbers even23 = BESTSOFAR_SHUFFLE(of[2], of[3], 0, 4, 2, 6);
        const Numbers odd01 = BESTSOFAR_SHUFFLE(of[0], of[1], 1, 5, 3, 7);
        const Numbers odd23 = BESTSOFAR_SHUFFLE(of[2], of[3], 1, 5, 3, 7);
        return {BESTSOFAR_SHUFFLE(even01, even23, 0, 1, 4, 5), BESTSOFAR_SHUFFLE(odd01, odd23, 0, 1, 4, 5),
                BESTSOFAR_SHUFFLE(even01, even23, 2, 3, 6, 7), BESTSOFAR_SHUFFLE(odd01, odd23, 2, 3, 6, 7)};
    }
    /// Of each entry.
    BESTSOFAR_INLINE Numbers sums() const {
        const FourVectors all = transposed();
        return (all.of[0] + all.of[1]) + (all.of[2] + all.of[3]);
    }
    BESTSOFAR_INLINE Numbers products() const {
        const FourVectors all = transposed();
        return (all.of[0] * all.of[1]) * (all.of[2] * all.of[3]);
    }
};

/// A point and what it is measured by, at hand: nothing that is written can change it.
struct Sight {
    const double* point;
    const double* per;
    std::size_t width;
};

/// A sum of fractions, squared distances in standard deviations, over their common denominator: one division for all.
/// Denominators are the ratios of variances.
struct Fraction {
    Numbers above, below;

    BESTSOFAR_INLINE Fraction operator+(const Fraction& other) const {
        return {above * other.below + other.above * below, below * other.below};
    }
};

template <bool widen>
BESTSOFAR_INLINE Fraction fraction(Numbers gap, Numbers variance, Numbers per) {
    gap *= per;
    const Numbers ratio = variance * (per * per);
    return {gap * gap, widen ? ratio + 1 : (ratio > 1 ? ratio : Numbers{} + 1)};
}

/// Of the features from `first` on, as many as are taken at once; behind the means there are the variances.
template <bool widen>
BESTSOFAR_INLINE Fraction deviation(const double* mean, const Sight& sight, std::size_t first) {
    const double* const variance = mean + sight.width;
    Fraction of[vectors_at_once];
    for (std::size_t vector = 0; vector < vectors_at_once; ++vector) {
        const std::size_t i = first + vector * numbers_at_once;
        of[vector] = fraction<widen>(load(sight.point + i) - load(mean + i), load(variance + i), load(sight.per + i));
    }
    return (of[0] + of[1]) + (of[2] + of[3]);
}

/// Of the features that are left.
template <bool widen>
BESTSOFAR_INLINE Fraction rest(const double* mean, const Sight& sight, std::size_t first) {
    const double* const variance = mean + sight.width;
    Fraction sum{Numbers{}, Numbers{} + 1};
    for (std::size_t i = first; i < sight.width; i += numbers_at_once) {
        const std::size_t left = sight.width - i;
        const Numbers gap = load(sight.point + i) - load_some(mean + i, left);
        sum = sum + fraction<widen>(gap, load_some(variance + i, left), load(sight.per + i));
    }
    return sum;
}

/// Up to four entries; the numbers of one begin `stride` behind those of the one before. In the place of those that are
/// missing, the last one is measured again: loops of a known length stay in registers.
template <class T>
struct Four {
    const T* numbers;
    std::size_t stride, count;

    BESTSOFAR_INLINE const T* of(std::size_t i) const { return numbers + std::min(i, count - 1) * stride; }
};

/// Squared distances, and the logarithms of the ratios of variances, of four groups: what their densities are made of.
class Deviations {
public:
    BESTSOFAR_INLINE void add(const Fraction& a, const Fraction& b, const Fraction& c, const Fraction& d) {
        sum_ += FourVectors{a.above / a.below, b.above / b.below, c.above / c.below, d.above / d.below}.sums();
        sum_ += log(FourVectors{a.below, b.below, c.below, d.below}.products());
    }
    [[nodiscard]] BESTSOFAR_INLINE Numbers log_densities() const { return sum_ * -0.5; }

private:
    Numbers sum_{};
};

template <bool widen>
BESTSOFAR_INLINE Numbers group_densities(const Four<double>& four, const Sight& sight) {
    const double *const a = four.of(0), *const b = four.of(1), *const c = four.of(2), *const d = four.of(3);
    Deviations all;
    std::size_t i = 0;
    for (; i + features_at_once <= sight.width; i += features_at_once) {
        all.add(deviation<widen>(a, sight, i), deviation<widen>(b, sight, i), deviation<widen>(c, sight, i),
                deviation<widen>(d, sight, i));
    }
    if (i < sight.width) {
        all.add(rest<widen>(a, sight, i), rest<widen>(b, sight, i), rest<widen>(c, sight, i), rest<widen>(d, sight, i));
    }
    return all.log_densities();
}

/// Log densities of kernels: rows.
template <class T>
BESTSOFAR_INLINE Numbers kernel_densities(const Four<T>& four, const Sight& sight) {
    FourVectors squares{};
    for (std::size_t first = 0; first < sight.width; first += numbers_at_once) {
        const Numbers point = load(sight.point + first), per = load(sight.per + first);
        const std::size_t left = sight.width - first;
        for (std::size_t i = 0; i < numbers_at_once; ++i) {
            const Numbers gap = (point - load_some(four.of(i) + first, left)) * per;
            squares.of[i] += gap * gap;
        }
    }
    return squares.sums() * -0.5;
}

template <bool widen, class T>
BESTSOFAR_INLINE void group_densities(const ReadNode<T>& node, const Sight& sight, double* logs) {
    const std::size_t groups = node.groups();
    for (std::size_t first = 0; first < groups; first += numbers_at_once) {
        const Four<double> four{node.mean(first), 2 * sight.width, groups - first};
        store(group_densities<widen>(four, sight), logs + first);
    }
}

template <class T>
BESTSOFAR_INLINE void kernel_densities(const ReadNode<T>& node, const Sight& sight, double* logs) {
    const std::size_t kernels = node.kernels();
    for (std::size_t first = 0; first < kernels; first += numbers_at_once) {
        const Four<T> four{node.row(first), sight.width, kernels - first};
        store(kernel_densities(four, sight), logs + first);
    }
}

template <class T>
BESTSOFAR_INLINE void all_densities(const ReadNode<T>& node, const Ruler& ruler, const double* point, double* logs) {
    const Sight sight{point, ruler.per(), ruler.width()};
    if (ruler.widen()) {
        group_densities<true>(node, sight, logs);
    } else {
        group_densities<false>(node, sight, logs);
    }
    kernel_densities(node, sight, logs + node.groups());
}

/// Of four entries; even a damaged one stands for some row.
BESTSOFAR_INLINE Numbers weights(const Siblings& siblings, std::size_t first) {
    Bits counts{};
    for (std::size_t lane = 0; lane < numbers_at_once; ++lane) {
        const std::size_t i = std::min<std::size_t>(first + lane, siblings.count - 1);
        counts[lane] = i < siblings.n_groups ? siblings.groups[i].count : siblings.kernels[i - siblings.n_groups].count;
    }
    // As the last bits of a double that is large enough.
    const Numbers weights = (Numbers)(counts | 0x4330000000000000) - 0x1p52;
    return weights > 1 ? weights : Numbers{} + 1;
}

// Loops are as long for every node, so that the processor need not guess.
template <class T>
BESTSOFAR_INLINE void see_all(const ReadNode<T>& node, const Ruler& ruler, const double* point, Siblings& siblings) {
    const Numbers far = Numbers{} + least_density, none = Numbers{} - std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < siblings.room; i += numbers_at_once) store(far, siblings.density() + i);
    all_densities(node, ruler, point, siblings.density());
    const auto groups = static_cast<double>(siblings.n_groups), count = static_cast<double>(siblings.count);
    Numbers places = {0, 1, 2, 3};
    for (std::size_t i = 0; i < siblings.room; i += numbers_at_once) {
        const Numbers found = load(siblings.density() + i), density = found > least_density ? found : far;
        store(density, siblings.density() + i);
        store(places < count ? weights(siblings, i) : Numbers{}, siblings.weight() + i);
        store(places < groups ? density : none, siblings.hope() + i);
        places += static_cast<double>(numbers_at_once);
    }
}

}  // namespace

Ruler::Ruler(std::span<const double> bandwidths, bool widen)
    : width_(bandwidths.size()),
      widen_(widen),
      per_((bandwidths.size() + numbers_at_once - 1) / numbers_at_once * numbers_at_once) {
    std::ranges::transform(bandwidths, per_.begin(), [](double width) { return width > 0 ? 1 / width : 0; });
}

template <class T>
std::vector<double> Ruler::point(std::span<const T> row) const {
    std::vector<double> padded(per_.size());
    std::ranges::copy(row, padded.begin());
    return padded;
}

template std::vector<double> Ruler::point(std::span<const float>) const;
template std::vector<double> Ruler::point(std::span<const double>) const;

BESTSOFAR_CLONES void log_densities(const ReadNode<float>& node, const Ruler& ruler, const double* point,
                                    double* logs) {
    all_densities(node, ruler, point, logs);
}
BESTSOFAR_CLONES void log_densities(const ReadNode<double>& node, const Ruler& ruler, const double* point,
                                    double* logs) {
    all_densities(node, ruler, point, logs);
}

BESTSOFAR_CLONES void see(const ReadNode<float>& node, const Ruler& ruler, const double* point, Siblings& siblings) {
    see_all(node, ruler, point, siblings);
}
BESTSOFAR_CLONES void see(const ReadNode<double>& node, const Ruler& ruler, const double* point, Siblings& siblings) {
    see_all(node, ruler, point, siblings);
}

}  // namespace bestsofar
