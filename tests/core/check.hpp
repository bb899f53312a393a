#pragma once

// What the tests of the core share. An assert is a test; the names of files say what they are about.

#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "distance/dtw_space.hpp"
#include "distance/edit_space.hpp"
#include "distance/foreign_space.hpp"
#include "distance/rotation_space.hpp"
#include "distance/vector_space.hpp"

namespace bestsofar::tests {

template <class Error, class Call>
bool throws(Call call) {
    try {
        call();
    } catch (const Error&) {
        return true;
    }
    return false;
}

/// The same numbers on every machine: the standard fixes the engine, not the distributions.
class Dice {
public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}

    std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(engine_() % bound); }
    /// Whole numbers from -3 to 3, or fractions: with ties and without.
    double number(bool whole) {
        const int drawn = static_cast<int>(below(7)) - 3;
        return whole ? drawn : drawn + below(1u << 20) / double(1u << 20);
    }

private:
    std::mt19937 engine_;
};

template <class T>
std::vector<T> rows_of(Dice& dice, std::size_t count, std::size_t width, bool whole) {
    std::vector<T> rows;
    for (std::size_t i = 0; i < count * width; ++i) rows.push_back(static_cast<T>(dice.number(whole)));
    return rows;
}

inline std::vector<std::uint32_t> labels_of(Dice& dice, std::size_t count, std::uint32_t classes) {
    std::vector<std::uint32_t> labels;
    for (std::size_t i = 0; i < count; ++i) labels.push_back(dice.below(classes));
    return labels;
}

inline std::vector<Bytes> strings_of(Dice& dice, std::size_t count) {
    std::vector<Bytes> strings;
    for (std::size_t i = 0; i < count; ++i) {
        std::u32string string;
        for (std::uint32_t left = dice.below(140); left > 0; --left) string += U"ab\u00e9\U0001f34e"[dice.below(4)];
        const auto bytes = std::as_bytes(std::span(string));
        strings.emplace_back(bytes.begin(), bytes.end());
    }
    return strings;
}

inline double difference(std::span<const std::byte> a, std::span<const std::byte> b) {
    return a.size() < b.size() ? double(b.size() - a.size()) : double(a.size() - b.size());
}

/// Mixed rows are always scaled.
inline VectorMetricParams params_of(VectorMetric metric, std::size_t width, bool scaled) {
    const std::size_t factors = scaled || metric == VectorMetric::mixed ? width : 0;
    return {metric, 3, std::vector<double>(factors, 0.25)};
}

/// One of every kind of space, `count` rows each.
inline std::vector<std::unique_ptr<Space>> spaces_of(Dice& dice, std::size_t count, bool whole) {
    std::vector<std::unique_ptr<Space>> spaces;
    const auto add = [&]<class T>(T) {
        for (const auto metric : {VectorMetric::euclidean, VectorMetric::manhattan, VectorMetric::minkowski,
                                  VectorMetric::hamming, VectorMetric::cosine, VectorMetric::mixed}) {
            const std::size_t width = 1 + dice.below(40);
            const VectorMetricParams params = params_of(metric, width, dice.below(2) == 0);
            spaces.push_back(std::make_unique<VectorSpace<T>>(rows_of<T>(dice, count, width, whole), width, params));
        }
        const std::size_t length = 1 + dice.below(40);
        spaces.push_back(std::make_unique<DtwSpace<T>>(rows_of<T>(dice, count, length, whole), length, length / 5));
        spaces.push_back(std::make_unique<RotationSpace<T>>(rows_of<T>(dice, count, length, whole), length, whole));
    };
    add(float{});
    add(double{});
    spaces.push_back(std::make_unique<EditSpace>(strings_of(dice, count)));
    spaces.push_back(std::make_unique<ForeignSpace>(strings_of(dice, count), difference));
    return spaces;
}

inline Record record_of(const Space& space, const Bytes& bytes) { return {space.kind(), bytes}; }

}  // namespace bestsofar::tests
