#include "bayes_tree/densities.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

// Ratios of variances are multiplied, and the logarithm is taken once in a while: none is above 1e19, so that eight of
// them and what was left before stay finite.
constexpr std::size_t features_at_once = 8;
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
};

template <bool widen>
BESTSOFAR_INLINE Deviation deviation(const double* mean, const double* variance, const Ruler& ruler,
                                     const double* point) {
    Deviation result;
    Numbers squares{};
    for (std::size_t first = 0; first < ruler.width(); first += features_at_once) {
        Numbers product = Numbers{} + 1;
        const std::size_t last = std::min(first + features_at_once, ruler.width());
        for (std::size_t i = first; i < last; i += numbers_at_once) {
            const Numbers per = load(ruler.per() + i);
            const Numbers gap = (load(point + i) - load_some(mean + i, last - i)) * per;
            const Numbers ratio = load_some(variance + i, last - i) * per * per;
            const Numbers kept = widen ? ratio + 1 : (ratio > 1 ? ratio : Numbers{} + 1);
            squares += gap * gap / kept;
            product *= kept;
        }
        result.product *= (product[0] * product[1]) * (product[2] * product[3]);
        if (result.product > large_product) {
            result.log_product += std::log(result.product);
            result.product = 1;
        }
    }
    result.squares = total(squares);
    return result;
}

BESTSOFAR_INLINE Deviation deviation(const double* mean, const double* variance, const Ruler& ruler,
                                     const double* point) {
    return ruler.widen() ? deviation<true>(mean, variance, ruler, point)
                         : deviation<false>(mean, variance, ruler, point);
}

template <class T>
BESTSOFAR_INLINE double squares(const T* row, const Ruler& ruler, const double* point) {
    Numbers sum{};
    for (std::size_t i = 0; i < ruler.width(); i += numbers_at_once) {
        const Numbers gap = (load(point + i) - load_some(row + i, ruler.width() - i)) * load(ruler.per() + i);
        sum += gap * gap;
    }
    return total(sum);
}

template <class T>
BESTSOFAR_INLINE void all_densities(const ReadNode<T>& node, const Ruler& ruler, const double* point, double* logs) {
    const std::size_t groups = node.groups(), kernels = node.kernels();
    for (std::size_t first = 0; first < groups; first += numbers_at_once) {
        const std::size_t here = std::min(numbers_at_once, groups - first);
        Numbers products = Numbers{} + 1;
        for (std::size_t i = 0; i < here; ++i) {
            const Deviation found = deviation(node.mean(first + i), node.variance(first + i), ruler, point);
            products[i] = found.product;
            logs[first + i] = -(found.squares + found.log_product) / 2;
        }
        const Numbers log_products = log(products);
        for (std::size_t i = 0; i < here; ++i) logs[first + i] -= log_products[i] / 2;
    }
    for (std::size_t i = 0; i < kernels; ++i) logs[groups + i] = -squares(node.row(i), ruler, point) / 2;
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
    const Deviation found = deviation(mean, variance, ruler, point);
    return -(found.squares + found.log_product + std::log(found.product)) / 2;
}

}  // namespace bestsofar
