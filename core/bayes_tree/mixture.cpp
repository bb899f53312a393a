#include "bayes_tree/mixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "parallel.hpp"
#include "rows.hpp"
#include "simd/math.hpp"

namespace bestsofar {

namespace {

constexpr double least_variance = 0.1;  // of the group's
constexpr double least_rise = 1e-3;
constexpr int most_rounds = 20;
constexpr std::size_t rows_at_once = 1024;
// Less than this of a row changes nothing.
constexpr double least_share = 1e-9;

/// Gaussians, each as numbers in a row: width means, width precisions.
struct Mixture {
    std::size_t width;
    std::vector<double> offset;  ///< log weight - log normaliser
    std::vector<double> shapes;

    [[nodiscard]] std::size_t size() const { return offset.size(); }
};

/// For each component: how much, and the sums of the values and of their squares.
struct Moments {
    Moments(std::size_t components, std::size_t width) : width(width), mass(components), sums(2 * components * width) {}

    void add(const Moments& other) {
        for (std::size_t i = 0; i < mass.size(); ++i) mass[i] += other.mass[i];
        for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += other.sums[i];
    }

    std::size_t width;
    double likelihood = 0;
    std::vector<double> mass;
    std::vector<double> sums;
};

BESTSOFAR_INLINE double log_density(const Mixture& mixture, std::size_t component, const double* row) {
    const double* const mean = mixture.shapes.data() + 2 * component * mixture.width;
    const double* const precision = mean + mixture.width;
    Doubles sum{};
    for (std::size_t i = 0; i < mixture.width; i += doubles_at_once) {
        const Doubles gap = load(row + i) - load(mean + i);
        sum += gap * gap * load(precision + i);
    }
    return mixture.offset[component] - total(sum) / 2;
}

BESTSOFAR_INLINE void add_share(Moments& moments, std::size_t component, const double* row, double share) {
    moments.mass[component] += share;
    double* const sums = moments.sums.data() + 2 * component * moments.width;
    double* const squares = sums + moments.width;
    for (std::size_t i = 0; i < moments.width; i += doubles_at_once) {
        const Doubles part = share * load(row + i);
        store(load(sums + i) + part, sums + i);
        store(load(squares + i) + part * load(row + i), squares + i);
    }
}

/// Turns the log densities of a row, a whole number of vectors, into shares, and gives the log of their sum.
BESTSOFAR_INLINE double to_shares(double* logs, std::size_t count) {
    double most = logs[0];
    for (std::size_t i = 1; i < count; ++i) most = std::max(most, logs[i]);
    Doubles sum{};
    for (std::size_t i = 0; i < count; i += doubles_at_once) {
        const Doubles share = bounded_exp(load(logs + i) - most);
        store(share, logs + i);
        sum += share;
    }
    const double all = total(sum);
    for (std::size_t i = 0; i < count; ++i) logs[i] /= all;
    return most + std::log(all);
}

BESTSOFAR_CLONES void expect(const CentredRows& rows, std::size_t begin, std::size_t end, const Mixture& mixture,
                             double* shares, std::size_t padded, Moments& moments) {
    for (std::size_t row = begin; row < end; ++row) {
        std::fill(shares, shares + padded, -std::numeric_limits<double>::infinity());
        for (std::size_t c = 0; c < mixture.size(); ++c) shares[c] = log_density(mixture, c, rows.row(row));
        moments.likelihood += to_shares(shares, padded);
        for (std::size_t c = 0; c < mixture.size(); ++c) {
            if (shares[c] > least_share) add_share(moments, c, rows.row(row), shares[c]);
        }
    }
}

BESTSOFAR_CLONES void choose(const CentredRows& rows, std::size_t begin, std::size_t end, const Mixture& mixture,
                             std::uint32_t* parts) {
    for (std::size_t row = begin; row < end; ++row) {
        double most = -std::numeric_limits<double>::infinity();
        for (std::uint32_t c = 0; c < mixture.size(); ++c) {
            const double density = log_density(mixture, c, rows.row(row));
            if (density > most) std::tie(most, parts[row]) = std::pair(density, c);
        }
    }
}

Mixture maximise(const Moments& moments, const CentredRows& rows) {
    const std::size_t width = moments.width;
    Mixture mixture{width, {}, {}};
    for (std::size_t c = 0; c < moments.mass.size(); ++c) {
        const double mass = moments.mass[c];
        if (!(mass > 0)) continue;
        double logs = 0;
        std::vector<double> shape(2 * width);
        for (std::size_t i = 0; i < width; ++i) {
            const double mean = moments.sums[2 * c * width + i] / mass;
            const double variance = moments.sums[(2 * c + 1) * width + i] / mass - mean * mean;
            if (!(rows.variance()[i] > 0)) continue;  // constant, and of no weight
            const double kept = std::max(variance, least_variance * rows.variance()[i]);
            shape[i] = mean;
            shape[width + i] = 1 / kept;
            logs += std::log(kept);
        }
        mixture.offset.push_back(std::log(mass / static_cast<double>(rows.size())) - logs / 2);
        mixture.shapes.insert(mixture.shapes.end(), shape.begin(), shape.end());
    }
    return mixture;
}

/// In chunks that do not depend on the number of workers, so that the sums do not either.
Moments expect_all(const CentredRows& rows, const Mixture& mixture, std::size_t workers) {
    const std::size_t chunks = (rows.size() + rows_at_once - 1) / rows_at_once;
    const std::size_t padded = whole_vectors(mixture.size());
    std::vector<Moments> parts(chunks, Moments(mixture.size(), rows.width()));
    parallel_for(chunks, 1, workers, [&](std::size_t chunk, std::size_t, std::size_t) {
        std::vector<double> shares(padded);
        const std::size_t begin = chunk * rows_at_once;
        expect(rows, begin, std::min(begin + rows_at_once, rows.size()), mixture, shares.data(), padded, parts[chunk]);
    });
    Moments all(mixture.size(), rows.width());
    for (const Moments& part : parts) {
        all.add(part);
        all.likelihood += part.likelihood;
    }
    return all;
}

/// Some rows, their mean and the sum of the squared deviations from it, feature by feature.
struct Part {
    std::vector<std::uint32_t> rows;
    std::vector<double> mean, spread;
    double all;
};

Part measured(const CentredRows& table, std::vector<std::uint32_t> rows) {
    Part part{std::move(rows), std::vector<double>(table.width()), std::vector<double>(table.width()), 0};
    for (const std::uint32_t row : part.rows) {
        for (std::size_t i = 0; i < table.width(); ++i) part.mean[i] += table.row(row)[i];
    }
    for (double& mean : part.mean) mean /= static_cast<double>(part.rows.size());
    for (const std::uint32_t row : part.rows) {
        for (std::size_t i = 0; i < table.width(); ++i) {
            const double gap = table.row(row)[i] - part.mean[i];
            part.spread[i] += gap * gap;
        }
    }
    for (const double spread : part.spread) part.all += spread;
    return part;
}

std::vector<Part> first_parts(const CentredRows& table, std::size_t most) {
    std::vector<Part> parts{measured(table, first_rows(table.size()))};
    while (parts.size() < most) {
        const auto widest = std::ranges::max_element(parts, {}, &Part::all);
        const auto feature =
            static_cast<std::size_t>(std::ranges::max_element(widest->spread) - widest->spread.begin());
        std::vector<std::uint32_t> below, above;
        for (const std::uint32_t row : widest->rows) {
            (table.row(row)[feature] <= widest->mean[feature] ? below : above).push_back(row);
        }
        if (below.empty() || above.empty()) break;
        *widest = measured(table, std::move(below));
        parts.push_back(measured(table, std::move(above)));
    }
    return parts;
}

Moments moments_of(const CentredRows& table, const std::vector<Part>& parts) {
    Moments moments(parts.size(), table.width());
    for (std::size_t c = 0; c < parts.size(); ++c) {
        for (const std::uint32_t row : parts[c].rows) add_share(moments, c, table.row(row), 1);
    }
    return moments;
}

}  // namespace

template <class T>
CentredRows::CentredRows(std::span<const T> table, std::span<const double> scale, std::span<const std::uint32_t> rows)
    : size_(rows.size()), width_(whole_vectors(scale.size())), values_(size_ * width_), variance_(width_) {
    const std::size_t width = scale.size();
    std::vector<double> mean(width);
    for (const std::uint32_t row : rows) {
        for (std::size_t i = 0; i < width; ++i) mean[i] += static_cast<double>(table[row * width + i]);
    }
    for (double& value : mean) value /= static_cast<double>(size_);
    for (std::size_t place = 0; place < size_; ++place) {
        for (std::size_t i = 0; i < width; ++i) {
            const double gap = (static_cast<double>(table[rows[place] * width + i]) - mean[i]) * scale[i];
            values_[place * width_ + i] = gap;
            variance_[i] += gap * gap / static_cast<double>(size_);
        }
    }
}

template CentredRows::CentredRows(std::span<const float>, std::span<const double>, std::span<const std::uint32_t>);
template CentredRows::CentredRows(std::span<const double>, std::span<const double>, std::span<const std::uint32_t>);

std::vector<std::uint32_t> mixture_parts(const CentredRows& rows, std::size_t most, std::size_t workers) {
    Mixture mixture = maximise(moments_of(rows, first_parts(rows, most)), rows);
    double before = -std::numeric_limits<double>::infinity();
    for (int round = 0; round < most_rounds && mixture.size() > 1; ++round) {
        const Moments moments = expect_all(rows, mixture, workers);
        const double mean = moments.likelihood / static_cast<double>(rows.size());
        mixture = maximise(moments, rows);
        if (mean - before < least_rise) break;
        before = mean;
    }
    std::vector<std::uint32_t> parts(rows.size());
    choose(rows, 0, rows.size(), mixture, parts.data());
    return parts;
}

}  // namespace bestsofar
