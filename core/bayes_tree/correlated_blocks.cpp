#include "bayes_tree/correlated_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace bestsofar {

namespace {

// Beyond any correlation that the one more row leaves.
constexpr double least_pivot = 1e-14;

struct Correlations {
    Correlations(std::span<const double> scatter, std::size_t width, double count)
        : width(width), values(width * width) {
        const double share = count / (count + 1);
        for (std::size_t i = 0; i < width; ++i) {
            const double own = scatter[i * width + i];
            for (std::size_t j = 0; j < i && own > 0; ++j) {
                const double both = std::sqrt(own) * std::sqrt(scatter[j * width + j]);
                const double value = both > 0 ? share * std::clamp(scatter[i * width + j] / both, -1.0, 1.0) : 0;
                values[i * width + j] = values[j * width + i] = value;
            }
            values[i * width + i] = 1;
            if (own > 0) varying.push_back(static_cast<std::uint32_t>(i));
        }
    }

    [[nodiscard]] double at(std::uint32_t i, std::uint32_t j) const { return values[i * width + j]; }

    [[nodiscard]] Block block(std::vector<std::uint32_t> features) const {
        std::ranges::sort(features);
        Block block{std::move(features), {}};
        for (const std::uint32_t i : block.features) {
            for (const std::uint32_t j : block.features) block.correlations.push_back(at(i, j));
        }
        return block;
    }

    std::size_t width;
    std::vector<double> values;
    std::vector<std::uint32_t> varying{};
};

/// Features, and the Cholesky factor of their correlations, which grows row by row.
class CholeskyFactor {
public:
    explicit CholeskyFactor(std::uint32_t feature) : features_{feature}, rows_{1.0} {}

    [[nodiscard]] const std::vector<std::uint32_t>& features() const { return features_; }
    [[nodiscard]] std::size_t size() const { return features_.size(); }
    [[nodiscard]] double log_determinant() const { return log_determinant_; }

    void append(const Correlations& all, std::uint32_t feature) {
        const std::size_t begin = rows_.size();
        double pivot = 1;
        for (std::size_t i = 0, row = 0; i < size(); row += ++i) {
            double value = all.at(feature, features_[i]);
            for (std::size_t j = 0; j < i; ++j) value -= rows_[row + j] * rows_[begin + j];
            value /= rows_[row + i];
            rows_.push_back(value);
            pivot -= value * value;
        }
        pivot = std::max(pivot, least_pivot);
        rows_.push_back(std::sqrt(pivot));
        log_determinant_ += std::log(pivot);
        features_.push_back(feature);
    }

    [[nodiscard]] static CholeskyFactor joined(const Correlations& all, const CholeskyFactor& a,
                                               const CholeskyFactor& b) {
        CholeskyFactor both = a.size() < b.size() ? b : a;
        for (const std::uint32_t feature : (a.size() < b.size() ? a : b).features()) both.append(all, feature);
        return both;
    }

private:
    std::vector<std::uint32_t> features_;
    std::vector<double> rows_;
    double log_determinant_ = 0;
};

class Greedy {
public:
    Greedy(const Correlations& all, std::size_t most) : all_(all), most_(most), gains_(all.width * all.width) {
        for (const std::uint32_t feature : all.varying) blocks_.emplace_back(feature);
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            for (std::size_t j = i + 1; j < blocks_.size(); ++j) gain(i, j) = gain_of(i, j);
        }
        while (join_best()) {
        }
    }

    [[nodiscard]] const std::vector<CholeskyFactor>& blocks() const { return blocks_; }

private:
    double& gain(std::size_t i, std::size_t j) { return gains_[std::min(i, j) * all_.width + std::max(i, j)]; }

    /// How much the log-likelihood of a row rises, twice.
    [[nodiscard]] double gain_of(std::size_t i, std::size_t j) const {
        const CholeskyFactor &a = blocks_[i], &b = blocks_[j];
        if (a.size() + b.size() > most_) return 0;
        return a.log_determinant() + b.log_determinant() - CholeskyFactor::joined(all_, a, b).log_determinant();
    }

    bool join_best() {
        double most = 0;
        std::pair<std::size_t, std::size_t> best;
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            for (std::size_t j = i + 1; j < blocks_.size(); ++j) {
                if (gain(i, j) > most) std::tie(most, best) = std::pair(gain(i, j), std::pair(i, j));
            }
        }
        if (most > 0) join(best.first, best.second);
        return most > 0;
    }

    void join(std::size_t first, std::size_t second) {
        blocks_[first] = CholeskyFactor::joined(all_, blocks_[first], blocks_[second]);
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(second));
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            for (std::size_t j = std::max(i + 1, second); j < blocks_.size(); ++j) {
                gains_[i * all_.width + j] = gains_[(i + (i >= second)) * all_.width + j + 1];
            }
        }
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            if (i != first) gain(first, i) = gain_of(first, i);
        }
    }

    const Correlations& all_;
    std::size_t most_;
    std::vector<double> gains_;
    std::vector<CholeskyFactor> blocks_;
};

}  // namespace

std::vector<Block> correlated_blocks(std::span<const double> scatter, std::size_t width, double count,
                                     std::size_t most) {
    const Correlations all(scatter, width, count);
    if (all.varying.size() < 2 || most < 2) return {};
    // A block of all is what edges end in.
    if (most >= all.varying.size()) return {all.block(all.varying)};
    std::vector<Block> blocks;
    const Greedy greedy(all, most);
    for (const CholeskyFactor& block : greedy.blocks()) {
        if (block.size() > 1) blocks.push_back(all.block(block.features()));
    }
    return blocks;
}

}  // namespace bestsofar
