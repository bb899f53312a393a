#include "bayes_tree/densities.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

// Ratios of variances are multiplied, and the logarithm is taken once in a while: none is above 1e19, so that those of
// so many features stay finite, as two products.
constexpr std::size_t features_at_once = 32;
constexpr double large_product = 1e100;

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

struct Deviation {
    double squares = 0;      ///< squared distance in standard deviations
    double log_product = 0;  ///< of the ratios of variances
    double product = 1;

    BESTSOFAR_INLINE void times(Numbers ratios) {
        const double low = ratios[0] * ratios[1], high = ratios[2] * ratios[3];
        if (low * high < large_product) {
            product *= low * high;
        } else {
            log_product += std::log(low) + std::log(high);
        }
        if (product > large_product) {
            log_product += std::log(product);
            product = 1;
        }
    }
};

/// Of some features: squared distances in bandwidths, and how many times as wide the variances are.
struct Spread {
    Numbers squares, ratio;
};

template <bool widen>
BESTSOFAR_INLINE Spread spread(Numbers gap, Numbers variance, Numbers per) {
    gap *= per;
    const Numbers ratio = variance * per * per;
    return {gap * gap, widen ? ratio + 1 : (ratio > 1 ? ratio : Numbers{} + 1)};
}

/// A point and what it is measured by, at hand: nothing that is written can change it.
struct Sight {
    const double* point;
    const double* per;
    std::size_t width;
};

template <bool widen>
BESTSOFAR_INLINE Deviation deviation(const double* mean, const double* variance, Sight sight) {
    Deviation result;
    Numbers squares{};
    const auto at = [&](std::size_t i) {
        return spread<widen>(load(sight.point + i) - load(mean + i), load(variance + i), load(sight.per + i));
    };
    for (std::size_t first = 0; first < sight.width; first += features_at_once) {
        Numbers product = Numbers{} + 1;
        const std::size_t last = std::min(first + features_at_once, sight.width);
        std::size_t i = first;
        for (; i + 2 * numbers_at_once <= last; i += 2 * numbers_at_once) {
            // Two fractions over their common denominator: a division less.
            const Spread a = at(i), b = at(i + numbers_at_once);
            const Numbers both = a.ratio * b.ratio;
            squares += (a.squares * b.ratio + b.squares * a.ratio) / both;
            product *= both;
        }
        for (; i < last; i += numbers_at_once) {
            const Spread rest = spread<widen>(load(sight.point + i) - load_some(mean + i, last - i),
                                              load_some(variance + i, last - i), load(sight.per + i));
            squares += rest.squares / rest.ratio;
            product *= rest.ratio;
        }
        result.times(product);
    }
    result.squares = total(squares);
    return result;
}

template <class T>
BESTSOFAR_INLINE double squares(const T* row, Sight sight) {
    Numbers sum{};
    const auto add = [&](std::size_t i, Numbers values) {
        const Numbers gap = (load(sight.point + i) - values) * load(sight.per + i);
        sum += gap * gap;
    };
    std::size_t i = 0;
    for (; i + numbers_at_once <= sight.width; i += numbers_at_once) add(i, load_all(row + i));
    if (i < sight.width) add(i, load_some(row + i, sight.width - i));
    return total(sum);
}

template <bool widen, class T>
BESTSOFAR_INLINE void group_densities(const ReadNode<T>& node, Sight sight, double* logs) {
    const std::size_t groups = node.groups();
    for (std::size_t first = 0; first < groups; first += numbers_at_once) {
        const std::size_t here = std::min(numbers_at_once, groups - first);
        Numbers products = Numbers{} + 1;
        for (std::size_t i = 0; i < here; ++i) {
            const Deviation found = deviation<widen>(node.mean(first + i), node.variance(first + i), sight);
            products[i] = found.product;
            logs[first + i] = -(found.squares + found.log_product) / 2;
        }
        const Numbers log_products = log(products);
        for (std::size_t i = 0; i < here; ++i) logs[first + i] -= log_products[i] / 2;
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
    const std::size_t groups = node.groups(), kernels = node.kernels();
    for (std::size_t i = 0; i < kernels; ++i) logs[groups + i] = -squares(node.row(i), sight) / 2;
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

BESTSOFAR_CLONES double log_density(const double* mean, const double* variance, const Ruler& ruler,
                                    const double* point) {
    const Sight sight{point, ruler.per(), ruler.width()};
    const Deviation found =
        ruler.widen() ? deviation<true>(mean, variance, sight) : deviation<false>(mean, variance, sight);
    return -(found.squares + found.log_product + std::log(found.product)) / 2;
}

}  // namespace bestsofar
