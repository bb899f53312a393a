#include "exemplars/nu_matrix.hpp"

#include <algorithm>

namespace bestsofar {

namespace {

/// Adds to a sum and keeps what was rounded off.
template <class T>
BESTSOFAR_INLINE void add_up(T& sum, T& error, T value) {
    const T total = sum + value;
    const T part = total - sum;
    error += (sum - (total - part)) + (value - part);
    sum = total;
}

BESTSOFAR_CLONES void add_all(double* sums, double* errors, const Kernels& kernels, double sign) {
    for (std::uint32_t left = kernels.reached; left != 0;) {
        const std::size_t first = take_part(left);
        for (std::size_t i = first; i < first + Kernels::part; i += doubles_at_once) {
            Doubles sum = load(sums + i), error = load(errors + i);
            add_up(sum, error, load(kernels.of + i) * sign);
            store(sum, sums + i);
            store(error, errors + i);
        }
    }
}

BESTSOFAR_INLINE void add_column(double* sums, double* errors, const KernelStrip& strip, std::size_t column) {
    for (std::size_t i = 0; i < strip.size(); i += doubles_at_once) {
        Doubles sum = load(sums + i), error = load(errors + i), kernels;
        for (std::size_t lane = 0; lane < doubles_at_once; ++lane) kernels[lane] = strip[i + lane].of[column];
        add_up(sum, error, kernels);
        store(sum, sums + i);
        store(error, errors + i);
    }
}

/// Adds a column of the strip for each label.
BESTSOFAR_CLONES void add_columns(double* sums, double* errors, std::size_t stride, const KernelStrip& strip,
                                  std::span<const std::uint32_t> labels) {
    std::uint32_t left = 0;
    for (const Kernels& kernels : strip) left |= kernels.reached;
    while (left != 0) {
        const std::size_t first = take_part(left);
        for (std::size_t column = first; column < std::min(first + Kernels::part, labels.size()); ++column) {
            const std::size_t at = labels[column] * stride;
            add_column(sums + at, errors + at, strip, column);
        }
    }
}

}  // namespace

NuMatrix::NuMatrix(std::size_t rows, std::size_t n_classes)
    : n_classes_(n_classes),
      stride_((rows + Kernels::most - 1) / Kernels::most * Kernels::most),
      sums_(n_classes * stride_ + doubles_at_once),
      errors_(sums_.size()) {}

void NuMatrix::add(std::uint32_t label, std::size_t first, const Kernels& kernels) {
    add_all(&sums_[label * stride_ + first], &errors_[label * stride_ + first], kernels, 1);
}

void NuMatrix::subtract(std::uint32_t label, std::size_t first, const Kernels& kernels) {
    add_all(&sums_[label * stride_ + first], &errors_[label * stride_ + first], kernels, -1);
}

void NuMatrix::add(std::uint32_t label, std::size_t row, double kernel) {
    add_up(sums_[label * stride_ + row], errors_[label * stride_ + row], kernel);
}

void NuMatrix::add_across(std::span<const std::uint32_t> labels, std::size_t first, const KernelStrip& strip) {
    add_columns(&sums_[first], &errors_[first], stride_, strip, labels);
}

void NuMatrix::clear(std::size_t row) {
    for (std::size_t label = 0; label < n_classes_; ++label) {
        sums_[label * stride_ + row] = errors_[label * stride_ + row] = 0;
    }
}

NuMatrix NuMatrix::select(std::span<const std::uint32_t> rows) const {
    NuMatrix chosen(rows.size(), n_classes_);
    for (std::size_t label = 0; label < n_classes_; ++label) {
        for (std::size_t to = 0; to < rows.size(); ++to) {
            chosen.sums_[label * chosen.stride_ + to] = sums_[label * stride_ + rows[to]];
            chosen.errors_[label * chosen.stride_ + to] = errors_[label * stride_ + rows[to]];
        }
    }
    return chosen;
}

}  // namespace bestsofar
