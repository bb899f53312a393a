#include "exemplars/kernel_sums.hpp"

#include <algorithm>
#include <cmath>

#include "density/elementary.hpp"

namespace bestsofar {

namespace {

constexpr double tie = 1e-12;
// A kernel of so small a share of the mass leaves the entropy as it is.
constexpr double negligible = 0x1p-64;
// Errors are 2^-89 of what was counted, or less: of what is left they are 2^-49.
constexpr double worn_share = 0x1p-40;
// So near to the smallest, entropies are evaluated in passing.
constexpr double near = 0.02;

/// Adds to a sum and keeps what was rounded off.
template <class T>
BESTSOFAR_INLINE void add_up(T& sum, T& error, T value) {
    const T total = sum + value;
    const T part = total - sum;
    error += (sum - (total - part)) + (value - part);
    sum = total;
}

struct Columns {
    const double* sums;
    const double* errors;
    const double* weights;
    std::size_t stride;
    std::size_t n_classes;
    double log_classes = std::log(static_cast<double>(n_classes));

    [[nodiscard]] BESTSOFAR_INLINE Numbers at(std::size_t label, std::size_t row) const {
        const Numbers sum = load(sums + label * stride + row) + load(errors + label * stride + row);
        return sum > 0 ? sum : Numbers{};
    }
    [[nodiscard]] BESTSOFAR_INLINE Numbers mass(std::size_t row) const {
        Numbers mass{};
        for (std::size_t label = 0; label < n_classes; ++label) mass += at(label, row);
        return mass;
    }
    [[nodiscard]] BESTSOFAR_INLINE Numbers entropy(std::size_t row, Numbers mass) const {
        const Numbers one_share = 1 / (mass > 0 ? mass : Numbers{} + 1);
        Numbers entropy{};
        for (std::size_t label = 0; label < n_classes; ++label) {
            const Numbers share = at(label, row) * one_share;
            entropy -= share > negligible ? share * log(share > negligible ? share : Numbers{} + 1) : Numbers{};
        }
        return (mass > 0 ? entropy : Numbers{} + log_classes) * load(weights + row);
    }
};

BESTSOFAR_CLONES void add_all(double* sums, double* errors, const double* kernels, double sign) {
    for (std::size_t i = 0; i < Kernels::most; i += numbers_at_once) {
        Numbers sum = load(sums + i), error = load(errors + i);
        add_up(sum, error, load(kernels + i) * sign);
        store(sum, sums + i);
        store(error, errors + i);
    }
}

struct Refresh {
    const double* kernels;
    double* masses;
    double* entropies;
    double* slacks;
    const double* counted;
    double urgent;
};

/// How far an entropy can fall when a share of the mass goes: no more than the entropy of (share, 1 - share).
BESTSOFAR_INLINE Numbers fall(Numbers share) {
    // -share * log(share) + share, with the logarithm to base 2 rounded down.
    const Numbers twos = 0x1p52 + 1023 - (Numbers)(((Bits)share >> 52) | 0x4330000000000000);
    const Numbers most = share * (twos * 0.7 + 2);
    return share < 0.5 ? most : Numbers{} + std::numeric_limits<double>::max();
}

/// Brings mass and entropy, or the bound of it, up to date where a kernel that was taken away mattered, and says
/// whether that may have worn a row.
BESTSOFAR_CLONES bool refresh(const Columns& columns, std::size_t first, const Refresh& rows) {
    bool worn = false;
    for (std::size_t row = first; row < first + Kernels::most; row += numbers_at_once) {
        const Numbers before = load(rows.masses + row), kernels = load(rows.kernels + row - first);
        const auto matters = kernels > before * negligible;
        if (!any(matters)) continue;
        const Numbers entropy = load(rows.entropies + row);
        const Numbers lost = matters ? fall(kernels / before) * load(columns.weights + row) : Numbers{};
        const Numbers slack = load(rows.slacks + row) + lost;
        if (any(matters & (entropy - slack <= rows.urgent))) {
            const Numbers mass = columns.mass(row);
            worn |= any(matters & (mass < load(rows.counted + row) * worn_share));
            store(matters ? mass : before, rows.masses + row);
            store(matters ? columns.entropy(row, mass) : entropy, rows.entropies + row);
            store(matters ? Numbers{} : slack, rows.slacks + row);
        } else {
            store(matters ? before - kernels : before, rows.masses + row);
            store(slack, rows.slacks + row);
        }
    }
    return worn;
}

BESTSOFAR_CLONES void settle_all(const Columns& columns, std::size_t first, std::size_t last, double* masses,
                                 double* entropies) {
    for (std::size_t row = first; row < last; row += numbers_at_once) {
        const Numbers mass = columns.mass(row), entropy = columns.entropy(row, mass);
        for (std::size_t i = 0; i < std::min(numbers_at_once, last - row); ++i) {
            masses[row + i] = mass[i];
            entropies[row + i] = entropy[i];
        }
    }
}

BESTSOFAR_CLONES double smallest(const std::vector<double>& entropy, const std::vector<double>& slack) {
    Numbers least = load(entropy.data());
    for (std::size_t i = 0; i < entropy.size(); i += numbers_at_once) {
        const Numbers some = load(entropy.data() + i) - load(slack.data() + i);
        least = some < least ? some : least;
    }
    double smallest = least[0];
    for (std::size_t i = 1; i < numbers_at_once; ++i) smallest = std::min(smallest, least[i]);
    return smallest;
}

/// The first row, from `row` on, whose entropy is not known but may be so small.
BESTSOFAR_CLONES std::size_t doubtful(const std::vector<double>& entropy, const std::vector<double>& slack, double most,
                                      std::size_t row) {
    const auto is_doubtful = [&](std::size_t i) { return slack[i] > 0 && entropy[i] - slack[i] <= most; };
    for (; row % numbers_at_once != 0; ++row) {
        if (is_doubtful(row)) return row;
    }
    for (; row < entropy.size(); row += numbers_at_once) {
        const Numbers fall = load(slack.data() + row);
        if (any((fall > 0) & (load(entropy.data() + row) - fall <= most))) break;
    }
    while (row < entropy.size() && !is_doubtful(row)) ++row;
    return row;
}

/// The largest mass among rows of at most so much entropy.
BESTSOFAR_CLONES double heaviest(const std::vector<double>& entropy, const std::vector<double>& mass, double most) {
    Numbers heaviest{};
    for (std::size_t i = 0; i < mass.size(); i += numbers_at_once) {
        const Numbers some = load(entropy.data() + i) <= most ? load(mass.data() + i) : Numbers{};
        heaviest = some > heaviest ? some : heaviest;
    }
    double largest = heaviest[0];
    for (std::size_t i = 1; i < numbers_at_once; ++i) largest = std::max(largest, heaviest[i]);
    return largest;
}

}  // namespace

KernelSums::KernelSums(std::span<const double> weights, std::size_t n_classes)
    : n_classes_(n_classes),
      stride_((weights.size() + Kernels::most - 1) / Kernels::most * Kernels::most),
      sums_(n_classes * stride_ + numbers_at_once),
      errors_(sums_.size()),
      mass_(stride_, infinity),
      entropy_(stride_, infinity),
      weight_(stride_ + numbers_at_once, 1),
      slack_(stride_),
      counted_(stride_) {
    std::ranges::copy(weights, weight_.begin());
}

void KernelSums::add(std::uint32_t label, std::size_t first, const Kernels& kernels) {
    add_all(sums(label) + first, errors(label) + first, kernels.of, 1);
}

void KernelSums::add(std::uint32_t label, std::size_t row, double kernel) {
    add_up(sums(label)[row], errors(label)[row], kernel);
}

void KernelSums::settle(std::size_t first, std::size_t last) {
    settle_all({sums_.data(), errors_.data(), weight_.data(), stride_, n_classes_}, first, last, mass_.data(),
               entropy_.data());
    for (std::size_t row = first; row < last; ++row) {
        counted_[row] = mass_[row];
        slack_[row] = 0;
    }
}

void KernelSums::subtract(std::uint32_t label, std::size_t first, const Kernels& kernels,
                          std::vector<std::uint32_t>& worn) {
    add_all(sums(label) + first, errors(label) + first, kernels.of, -1);
    const Columns columns{sums_.data(), errors_.data(), weight_.data(), stride_, n_classes_};
    const Refresh rows{kernels.of, mass_.data(), entropy_.data(), slack_.data(), counted_.data(), urgent_};
    if (refresh(columns, first, rows)) report_worn(first, first + Kernels::most, worn);
}

void KernelSums::sharpen(std::vector<std::uint32_t>& worn) {
    for (bool evaluated = true; evaluated;) {
        const double most = smallest(entropy_, slack_) + tie;
        evaluated = false;
        urgent_ = most + near;
        for (std::size_t row = 0; (row = doubtful(entropy_, slack_, most, row)) < stride_; ++row) {
            evaluate(row);
            report_worn(row, row + 1, worn);
            evaluated = true;
        }
    }
}

void KernelSums::evaluate(std::size_t row) {
    settle_all({sums_.data(), errors_.data(), weight_.data(), stride_, n_classes_}, row, row + 1, mass_.data(),
               entropy_.data());
    slack_[row] = 0;
}

void KernelSums::report_worn(std::size_t first, std::size_t last, std::vector<std::uint32_t>& worn) const {
    for (std::size_t row = first; row < last; ++row) {
        if (mass_[row] < counted_[row] * worn_share) worn.push_back(static_cast<std::uint32_t>(row));
    }
}

void KernelSums::bury(std::size_t row) {
    mass_[row] = entropy_[row] = infinity;
    slack_[row] = 0;
}

bool KernelSums::gone(std::size_t row) const { return mass_[row] == infinity; }

void KernelSums::clear(std::size_t row) {
    for (std::size_t label = 0; label < n_classes_; ++label) sums(label)[row] = errors(label)[row] = 0;
}

std::size_t KernelSums::least() const {
    const double most = smallest(entropy_, slack_) + tie;
    const double enough = heaviest(entropy_, mass_, most) * (1 - tie);
    std::size_t row = 0;
    while (entropy_[row] > most || mass_[row] < enough) ++row;
    return row;
}

KernelSums KernelSums::select(std::span<const std::uint32_t> rows) const {
    KernelSums chosen(std::vector<double>(rows.size()), n_classes_);
    for (std::size_t to = 0; to < rows.size(); ++to) {
        for (std::size_t label = 0; label < n_classes_; ++label) {
            chosen.sums(label)[to] = sums_[label * stride_ + rows[to]];
            chosen.errors(label)[to] = errors_[label * stride_ + rows[to]];
        }
        chosen.mass_[to] = mass_[rows[to]];
        chosen.entropy_[to] = entropy_[rows[to]];
        chosen.weight_[to] = weight_[rows[to]];
        chosen.slack_[to] = slack_[rows[to]];
        chosen.counted_[to] = counted_[rows[to]];
    }
    chosen.urgent_ = urgent_;
    return chosen;
}

}  // namespace bestsofar
