#include "distance/vector_scan.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "distance/clones.hpp"
#include "distance/lanes.hpp"

namespace bestsofar {

namespace {

template <class T, class Term>
BESTSOFAR_INLINE std::size_t scan_blocks(const VectorScan<T>& scan, Hit* hits, Term term) {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    const std::size_t width = scan.rows.width();
    const std::size_t last = scan.first + scan.count;
    const Hit* const start = hits;
    for (std::size_t block = scan.first / lanes; block * lanes < last; ++block) {
        const auto* const values = reinterpret_cast<const Vector<T>*>(scan.rows.block(block));
        Lanes<T> distance;
        bool near = true;
        for (std::size_t feature = 0; feature < width && near;) {
            const std::size_t pause = std::min(feature + between_looks, width);
            for (; feature < pause; ++feature) {
                for (std::size_t i = 0; i < Lanes<T>::vectors; ++i) {
                    distance.part[i] += term(scan.query[feature], values[feature * Lanes<T>::vectors + i], feature);
                }
            }
            near = distance.any_below(scan.bound);
        }
        if (!near) continue;
        const std::size_t from = std::max(scan.first, block * lanes) - block * lanes;
        const std::size_t to = std::min(last, (block + 1) * lanes) - block * lanes;
        hits = distance.collect(from, to, scan.bound, block, hits);
    }
    return static_cast<std::size_t>(hits - start);
}

/// Measures some blocks side by side.
template <std::size_t n, class T, class Term>
BESTSOFAR_INLINE std::array<Lanes<T>, n> measure_together(const VectorScan<T>& scan, std::size_t block, Term term) {
    constexpr std::size_t vectors = Lanes<T>::vectors;
    std::array<Lanes<T>, n> distances;
    const Vector<T>* values[n];
    for (std::size_t i = 0; i < n; ++i) values[i] = reinterpret_cast<const Vector<T>*>(scan.rows.block(block + i));
    for (std::size_t feature = 0; feature < scan.rows.width(); ++feature) {
        for (std::size_t i = 0; i < n * vectors; ++i) {
            const Vector<T> known = values[i / vectors][feature * vectors + i % vectors];
            distances[i / vectors].part[i % vectors] += term(scan.query[feature], known, feature);
        }
    }
    return distances;
}

template <class T, class Term>
BESTSOFAR_INLINE void measure_blocks(const VectorScan<T>& scan, double* distances, Term term) {
    constexpr std::size_t lanes = Blocks<T>::lanes;
    const std::size_t last = scan.first + scan.count;
    for (std::size_t block = scan.first / lanes; block * lanes < last;) {
        if (block * lanes >= scan.first && (block + 2) * lanes <= last) {
            for (const auto& measured : measure_together<2>(scan, block, term)) {
                distances = measured.write(0, lanes, distances);
            }
            block += 2;
        } else {
            const std::size_t from = std::max(scan.first, block * lanes) - block * lanes;
            const std::size_t to = std::min(last, (block + 1) * lanes) - block * lanes;
            distances = measure_together<1>(scan, block, term)[0].write(from, to, distances);
            ++block;
        }
    }
}

template <class T>
BESTSOFAR_INLINE Vector<T> magnitude(Vector<T> value) {
    return value < 0 ? -value : value;
}

template <class T>
struct Squared {
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t) const {
        const Vector<T> gap = asked - values;
        return gap * gap;
    }
};

template <class T>
struct Absolute {
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t) const {
        return magnitude<T>(asked - values);
    }
};

template <class T>
struct Power {
    T power;
    BESTSOFAR_INLINE Vector<T> operator()(T asked, Vector<T> values, std::size_t) const {
        Vector<T> gap = magnitude<T>(asked - values);
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
