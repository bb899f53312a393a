#include "distance/vector_scan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "distance/lanes.hpp"
#include "simd/clones.hpp"

namespace bestsofar {

namespace {

/// Blocks that are measured together: the sums of one alone would wait for each other.
template <class T>
constexpr std::size_t together = 4 / Lanes<T>::vectors;

/// Features between two looks at whether all rows are already too far away.
constexpr std::size_t at_once = 8;

/// Adds the terms of the features [feature, end) of as many blocks as there are sums for.
template <class T, std::size_t n, class Term>
BESTSOFAR_INLINE void add_terms(const VectorScan<T>& scan, std::size_t block, std::size_t feature, std::size_t end,
                                Vector<T> (&sums)[n], Term term) {
    constexpr std::size_t vectors = Lanes<T>::vectors;
    const std::size_t width = scan.rows.width();
    const auto* const values = reinterpret_cast<const Vector<T>*>(scan.rows.block(block));
    for (; feature < end; ++feature) {
        for (std::size_t i = 0; i < n; ++i) {
            const Vector<T> value = values[(i / vectors * width + feature) * vectors + i % vectors];
            sums[i] += term(scan.query[feature], value, feature);
        }
    }
}

/// Where the rows of a scan begin and end in a block.
template <class T>
BESTSOFAR_INLINE std::pair<std::size_t, std::size_t> part_of(const VectorScan<T>& scan, std::size_t block) {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    return {std::max(scan.first, block * lanes) - block * lanes,
            std::min(scan.first + scan.count, (block + 1) * lanes) - block * lanes};
}

/// Measures `n` blocks from `block` on.
template <std::size_t n, class T, class Term>
BESTSOFAR_INLINE Hit* scan_together(const VectorScan<T>& scan, std::size_t block, Hit* hits, Term term) {
    constexpr std::size_t vectors = Lanes<T>::vectors;
    Vector<T> sums[n * vectors];
    for (Vector<T>& sum : sums) sum = Vector<T>{};
    for (std::size_t feature = 0; feature < scan.rows.width(); feature += at_once) {
        add_terms<T>(scan, block, feature, std::min(feature + at_once, scan.rows.width()), sums, term);
        if (!any_below<T>(sums, scan.bound)) return hits;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const auto [from, to] = part_of(scan, block + i);
        hits = Stored<T>(sums + i * vectors).collect(from, to, scan.bound, block + i, hits);
    }
    return hits;
}

template <class T, class Term>
BESTSOFAR_INLINE std::size_t scan_blocks(const VectorScan<T>& scan, Hit* hits, Term term) {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    const Hit* const start = hits;
    std::size_t block = scan.first / lanes;
    const std::size_t end = (scan.first + scan.count + lanes - 1) / lanes;
    for (; block + together<T> <= end; block += together<T>) hits = scan_together<together<T>>(scan, block, hits, term);
    for (; block < end; ++block) hits = scan_together<1>(scan, block, hits, term);
    return static_cast<std::size_t>(hits - start);
}

/// Writes the distances of all rows of `n` blocks from `block` on.
template <std::size_t n, class T, class Term>
BESTSOFAR_INLINE void measure_together(const VectorScan<T>& scan, std::size_t block, double* distances, Term term) {
    constexpr std::size_t per_vector = Lanes<T>::per_vector;
    Vector<T> sums[n * Lanes<T>::vectors];
    for (Vector<T>& sum : sums) sum = Vector<T>{};
    add_terms<T>(scan, block, 0, scan.rows.width(), sums, term);
    for (std::size_t i = 0; i < n * Lanes<T>::vectors; ++i) {
        const Vector<T> sum = without_overflow<T>(sums[i]);
        for (std::size_t lane = 0; lane < per_vector; ++lane) distances[i * per_vector + lane] = sum[lane];
    }
}

/// Writes the distances of the rows [row, end) of one block.
template <class T, class Term>
BESTSOFAR_INLINE void measure_some(const VectorScan<T>& scan, std::size_t row, std::size_t end, double* distances,
                                   Term term) {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    double all[lanes];
    measure_together<1>(scan, row / lanes, all, term);
    std::copy_n(all + row % lanes, end - row, distances);
}

template <class T, class Term>
BESTSOFAR_INLINE void measure_blocks(const VectorScan<T>& scan, double* distances, Term term) {
    constexpr std::size_t lanes = Blocks<T>::lanes, many = 8 / Lanes<T>::vectors * lanes;
    const std::size_t end = scan.first + scan.count;
    for (std::size_t row = scan.first, next = row; row < end; distances += next - row, row = next) {
        if (row % lanes == 0 && row + many <= end) {
            next = row + many;
            measure_together<many / lanes>(scan, row / lanes, distances, term);
        } else {
            next = std::min(row / lanes * lanes + lanes, end);
            measure_some(scan, row, next, distances, term);
        }
    }
}

template <class T>
BESTSOFAR_INLINE Vector<T> magnitude(Vector<T> value) {
    return value < 0 ? -value : value;
}

/// How far apart two values are, as they are.
template <class T>
struct PlainDifference {
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t) const { return asked - values; }
};

/// The same, in the unit of its feature.
template <class T>
struct ScaledDifference {
    const T* scale;
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t feature) const {
        return (asked - values) * scale[feature];
    }
};

template <class T, class Gap = PlainDifference<T>>
struct Squared {
    Gap gap_of{};
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t feature) const {
        const Vector<T> gap = gap_of(asked, values, feature);
        return gap * gap;
    }
};

template <class T, class Gap = PlainDifference<T>>
struct Absolute {
    Gap gap_of{};
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t feature) const {
        return magnitude<T>(gap_of(asked, values, feature));
    }
};

template <class T, class Gap = PlainDifference<T>>
struct Power {
    T power;
    Gap gap_of{};
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t feature) const {
        Vector<T> gap = magnitude<T>(gap_of(asked, values, feature));
        for (std::size_t i = 0; i < Lanes<T>::per_vector; ++i) gap[i] = std::pow(gap[i], power);
        return gap;
    }
};

template <class T>
struct Unequal {
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t) const {
        return asked != values ? Vector<T>{} + 1 : Vector<T>{};
    }
};

// A category has a scale so large that any difference is clipped to 1.
template <class T>
struct Mixed {
    const T* scale;
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t feature) const {
        const Vector<T> share = magnitude<T>(asked - values) * scale[feature];
        Vector<T> gap = share < 1 ? share : Vector<T>{} + 1;
        if (asked != asked) gap = values != values ? Vector<T>{} : gap;
        // Squared in one place: else a compiler may fuse it with the sum here and not there, and last bits differ.
        return gap * gap;
    }
};

}  // namespace

#define BESTSOFAR_SCANNER(name, T, term) \
    BESTSOFAR_CLONES std::size_t name(const VectorScan<T>& scan, Hit* hits) { return scan_blocks(scan, hits, term); }

BESTSOFAR_SCANNER(scan_squared, float, Squared<float>())
BESTSOFAR_SCANNER(scan_squared, double, Squared<double>())
BESTSOFAR_SCANNER(scan_absolute, float, Absolute<float>())
BESTSOFAR_SCANNER(scan_absolute, double, Absolute<double>())
BESTSOFAR_SCANNER(scan_power, float, Power<float>{scan.power})
BESTSOFAR_SCANNER(scan_power, double, Power<double>{scan.power})
BESTSOFAR_SCANNER(scan_scaled_squared, float, (Squared<float, ScaledDifference<float>>{{scan.scale}}))
BESTSOFAR_SCANNER(scan_scaled_squared, double, (Squared<double, ScaledDifference<double>>{{scan.scale}}))
BESTSOFAR_SCANNER(scan_scaled_absolute, float, (Absolute<float, ScaledDifference<float>>{{scan.scale}}))
BESTSOFAR_SCANNER(scan_scaled_absolute, double, (Absolute<double, ScaledDifference<double>>{{scan.scale}}))
BESTSOFAR_SCANNER(scan_scaled_power, float, (Power<float, ScaledDifference<float>>{scan.power, {scan.scale}}))
BESTSOFAR_SCANNER(scan_scaled_power, double, (Power<double, ScaledDifference<double>>{scan.power, {scan.scale}}))
BESTSOFAR_SCANNER(scan_unequal, float, Unequal<float>())
BESTSOFAR_SCANNER(scan_unequal, double, Unequal<double>())
BESTSOFAR_SCANNER(scan_mixed, float, Mixed<float>{scan.scale})
BESTSOFAR_SCANNER(scan_mixed, double, Mixed<double>{scan.scale})

BESTSOFAR_CLONES void measure_squared(const VectorScan<float>& scan, double* distances) {
    measure_blocks(scan, distances, Squared<float>());
}
BESTSOFAR_CLONES void measure_squared(const VectorScan<double>& scan, double* distances) {
    measure_blocks(scan, distances, Squared<double>());
}

}  // namespace bestsofar
