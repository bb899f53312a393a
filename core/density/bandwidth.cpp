#include "density/bandwidth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "density/gaussian.hpp"
#include "distance/scan_all.hpp"
#include "parallel.hpp"
#include "simd/math.hpp"

namespace bestsofar {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr int widest = 6;
constexpr std::size_t tried = 2 * widest + 1;
constexpr std::size_t tile = 64;
using Errors = std::array<double, tried>;  ///< from the widest to the narrowest

/// Adds the kernels for every bandwidth: a square is the kernel of one narrower by the root of two.
BESTSOFAR_CLONES void add_powers(const double* kernels, double* sums, std::size_t stride) {
    for (std::size_t i = 0; i < tile; i += doubles_at_once) {
        Doubles power = load(kernels + i);
        for (std::size_t g = 0; g < tried; ++g) {
            store(load(sums + g * stride + i) + power, sums + g * stride + i);
            power *= power;
        }
    }
}

class LeaveOneOut {
public:
    LeaveOneOut(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes)
        : space_(space), labels_(labels), n_classes_(n_classes) {}

    [[nodiscard]] double best() const {
        const double middle = median_gap();
        if (middle == infinity) return 1;
        const Errors errors = squared_errors(middle * std::exp2(0.5 * widest));
        const double most = *std::ranges::min_element(errors) + tie * static_cast<double>(space_.size());
        const auto first = std::ranges::find_if(errors, [most](double error) { return error <= most; });
        return middle * std::exp2(0.5 * (widest - static_cast<double>(first - errors.begin())));
    }

private:
    /// The median, over all rows, of the distance to the nearest row that is not the same; without any, infinity.
    [[nodiscard]] double median_gap() const {
        std::vector<double> gaps(space_.size(), infinity);
        for_tiles([&](std::size_t begin, std::size_t end) {
            for (std::size_t row = begin; row < end; ++row) gaps[row] = gap(row);
        });
        const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>((gaps.size() - 1) / 2);
        std::ranges::nth_element(gaps, middle);
        return *middle < infinity ? std::sqrt(*middle) : infinity;
    }

    [[nodiscard]] double gap(std::size_t row) const {
        double nearest = infinity;
        scan_all(*space_.probe_row(row, space_), space_.size(), nearest, [&](const Hit& hit) {
            if (hit.distance > 0) nearest = std::min(nearest, hit.distance);
        });
        return nearest;
    }

    [[nodiscard]] Errors squared_errors(double bandwidth) const {
        std::vector<Errors> parts((space_.size() + tile - 1) / tile);
        for_tiles([&](std::size_t begin, std::size_t end) {
            const std::vector<double> sums = kernel_sums(begin, end, kernel_scale(bandwidth));
            parts[begin / tile] = errors_of(sums, begin, end);
        });
        Errors all{};
        for (const Errors& part : parts) std::ranges::transform(all, part, all.begin(), std::plus());
        return all;
    }

    /// By bandwidth, class and row.
    [[nodiscard]] std::vector<double> kernel_sums(std::size_t begin, std::size_t end, double scale) const {
        std::vector<double> sums(tried * n_classes_ * tile);
        for (std::size_t row = 0; row < space_.size(); ++row) {
            Kernels kernels = gaussian(*space_.probe_row(row, space_), begin, end - begin, scale);
            if (row >= begin && row < end) kernels.of[row - begin] = 0;
            add_powers(kernels.of, sums.data() + labels_[row] * tile, n_classes_ * tile);
        }
        return sums;
    }

    [[nodiscard]] Errors errors_of(const std::vector<double>& sums, std::size_t begin, std::size_t end) const {
        Errors errors{};
        for (std::size_t g = 0; g < tried; ++g) {
            for (std::size_t row = begin; row < end; ++row) {
                errors[g] += error(sums.data() + g * n_classes_ * tile + row - begin, labels_[row]);
            }
        }
        return errors;
    }

    [[nodiscard]] double error(const double* sums, std::uint32_t truth) const {
        double mass = 0;
        for (std::size_t label = 0; label < n_classes_; ++label) mass += sums[label * tile];
        double error = 0;
        for (std::size_t label = 0; label < n_classes_; ++label) {
            const double share = mass > 0 ? sums[label * tile] / mass : 1 / static_cast<double>(n_classes_);
            error += label == truth ? (1 - share) * (1 - share) : share * share;
        }
        return error;
    }

    template <class Body>
    void for_tiles(Body body) const {
        parallel_for(space_.size(), tile, workers_for(space_),
                     [&](std::size_t begin, std::size_t end, std::size_t) { body(begin, end); });
    }

    const Space& space_;
    std::span<const std::uint32_t> labels_;
    std::size_t n_classes_;
};

}  // namespace

double Bandwidth::at(std::size_t n) const {
    return reference * std::pow(static_cast<double>(rows) / static_cast<double>(n), 0.2);
}

double leave_one_out_bandwidth(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes) {
    return LeaveOneOut(space, labels, n_classes).best();
}

}  // namespace bestsofar
