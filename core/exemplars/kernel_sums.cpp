#include "exemplars/kernel_sums.hpp"

#include <algorithm>

#include "exemplars/chosen.hpp"
#include "exemplars/posterior.hpp"
#include "exemplars/surest.hpp"

namespace bestsofar {

namespace {

using PosteriorOfSums = Posterior<NuMatrix::Columns>;

// Errors are 2^-89 of what was counted, or less: of what is left they are 2^-49.
constexpr double worn_share = 0x1p-40;
// So near to the smallest, entropies are evaluated in passing.
constexpr double near = 0.02;

struct Refresh {
    const double* kernels;
    double weight;
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
BESTSOFAR_CLONES bool refresh(const PosteriorOfSums& posterior, std::size_t first, const Refresh& rows) {
    bool worn = false;
    for (std::size_t row = first; row < first + Kernels::most; row += numbers_at_once) {
        const Numbers before = load(rows.masses + row), kernels = load(rows.kernels + row - first) * rows.weight;
        const auto matters = kernels > before * PosteriorOfSums::negligible;
        if (!any(matters)) continue;
        const Numbers entropy = load(rows.entropies + row);
        const Numbers lost = matters ? fall(kernels / before) * load(posterior.weights + row) : Numbers{};
        const Numbers slack = load(rows.slacks + row) + lost;
        if (any(matters & (entropy - slack <= rows.urgent))) {
            const Numbers mass = posterior.mass(row);
            worn |= any(matters & (mass < load(rows.counted + row) * worn_share));
            store(matters ? mass : before, rows.masses + row);
            store(matters ? posterior.entropy(row, mass) : entropy, rows.entropies + row);
            store(matters ? Numbers{} : slack, rows.slacks + row);
        } else {
            store(matters ? before - kernels : before, rows.masses + row);
            store(slack, rows.slacks + row);
        }
    }
    return worn;
}

BESTSOFAR_CLONES void settle_all(const PosteriorOfSums& posterior, std::size_t first, std::size_t last, double* masses,
                                 double* entropies) {
    for (std::size_t row = first; row < last; row += numbers_at_once) {
        const Numbers mass = posterior.mass(row), entropy = posterior.entropy(row, mass);
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

}  // namespace

KernelSums::KernelSums(std::span<const std::uint32_t> labels, std::span<const double> class_weights)
    : class_weights_(class_weights.begin(), class_weights.end()),
      nu_(labels.size(), class_weights.size()),
      mass_(nu_.stride(), infinity),
      entropy_(nu_.stride(), infinity),
      weight_(nu_.stride() + numbers_at_once),
      slack_(nu_.stride()),
      counted_(nu_.stride()) {
    for (std::size_t row = 0; row < labels.size(); ++row) weight_[row] = class_weights_[labels[row]];
}

void KernelSums::add(std::uint32_t label, std::size_t first, const Kernels& kernels) { nu_.add(label, first, kernels); }

void KernelSums::add(std::uint32_t label, std::size_t row, double kernel) { nu_.add(label, row, kernel); }

void KernelSums::settle(std::size_t first, std::size_t last) {
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    settle_all(posterior, first, last, mass_.data(), entropy_.data());
    for (std::size_t row = first; row < last; ++row) {
        counted_[row] = mass_[row];
        slack_[row] = 0;
    }
}

void KernelSums::subtract(std::uint32_t label, std::size_t first, const Kernels& kernels,
                          std::vector<std::uint32_t>& worn) {
    nu_.subtract(label, first, kernels);
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    const Refresh rows{kernels.of,    class_weights_[label], mass_.data(), entropy_.data(),
                       slack_.data(), counted_.data(),       urgent_};
    if (refresh(posterior, first, rows)) report_worn(first, first + Kernels::most, worn);
}

void KernelSums::sharpen(std::vector<std::uint32_t>& worn) {
    for (bool evaluated = true; evaluated;) {
        const double most = smallest(entropy_, slack_) + tie;
        evaluated = false;
        urgent_ = most + near;
        for (std::size_t row = 0; (row = doubtful(entropy_, slack_, most, row)) < entropy_.size(); ++row) {
            evaluate(row);
            report_worn(row, row + 1, worn);
            evaluated = true;
        }
    }
}

void KernelSums::evaluate(std::size_t row) {
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    settle_all(posterior, row, row + 1, mass_.data(), entropy_.data());
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

void KernelSums::clear(std::size_t row) { nu_.clear(row); }

std::size_t KernelSums::least() const { return surest(entropy_, mass_); }

KernelSums KernelSums::select(std::span<const std::uint32_t> rows) const {
    KernelSums chosen({}, class_weights_);
    chosen.nu_ = nu_.select(rows);
    const std::size_t stride = chosen.nu_.stride();
    chosen.mass_ = chosen_of(mass_, rows, stride, infinity);
    chosen.entropy_ = chosen_of(entropy_, rows, stride, infinity);
    chosen.weight_ = chosen_of(weight_, rows, stride + numbers_at_once, 0.0);
    chosen.slack_ = chosen_of(slack_, rows, stride, 0.0);
    chosen.counted_ = chosen_of(counted_, rows, stride, 0.0);
    chosen.urgent_ = urgent_;
    return chosen;
}

}  // namespace bestsofar
