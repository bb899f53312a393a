#include "exemplars/kernel_sums.hpp"

#include <algorithm>

#include "exemplars/chosen.hpp"
#include "exemplars/posterior.hpp"
#include "exemplars/surest.hpp"

namespace bestsofar {

namespace {

using PosteriorOfSums = Posterior<NuMatrix::Columns>;

// A mass that is not evaluated has errors of 2^-53 of what was counted: of what is left they are 2^-23.
constexpr double blurred_share = 0x1p-30;
// Where one is evaluated, so are others so near to it: their turn comes soon.
constexpr double near = 0.01;

// Not by how much, but not as it was.
constexpr double uncertain = 1e-300;

/// Of the rows that one set of kernels reaches.
struct Chunk {
    std::size_t first;
    double* masses;
    double* entropies;
    double* slacks;
    const double* counted;
};

std::span<const double> chunk_of(const std::vector<double>& values, std::size_t first) {
    return std::span(values).subspan(first, Kernels::most);
}

/// How far an entropy can fall when a share of the mass goes: no more than the entropy of (share, 1 - share).
BESTSOFAR_INLINE Numbers fall(Numbers share) {
    // -share * log(share) + share, with the logarithm to base 2 rounded down.
    const Numbers twos = 0x1p52 + 1023 - (Numbers)(((Bits)share >> 52) | 0x4330000000000000);
    const Numbers most = share * (twos * 0.7 + 2);
    const Mask known = (share >= 0) & (share < 0.5);
    return known ? most : Numbers{} + std::numeric_limits<double>::max();
}

BESTSOFAR_INLINE Numbers lesser(Numbers a, Numbers b) { return a < b ? a : b; }

BESTSOFAR_INLINE double least_of(Numbers values) {
    return std::min(std::min(values[0], values[1]), std::min(values[2], values[3]));
}

/// Takes kernels from the masses where they matter, lets the entropies there be uncertain, and gives the least that any
/// may be.
BESTSOFAR_CLONES double loosen(const Chunk& chunk, const PosteriorOfSums& posterior, const double* all_kernels,
                               std::uint32_t label) {
    const double weight = posterior.class_weights[label];
    Numbers least = Numbers{} + std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < Kernels::most; row += numbers_at_once) {
        const Numbers before = load(chunk.masses + row), kernels = load(all_kernels + row) * weight;
        const Mask matters = kernels > before * PosteriorOfSums::negligible;
        const Numbers mass = matters ? before - kernels : before;
        // What a class loses that still has most of the mass makes the entropy larger.
        const Mask rises = (posterior.columns.at(label, chunk.first + row) * weight > mass * 0.51) &
                           (mass > load(chunk.counted + row) * blurred_share);
        const Numbers lost = rises ? Numbers{} : fall(kernels / before) * load(posterior.weights + chunk.first + row);
        const Numbers slack = load(chunk.slacks + row) + (matters ? lost + uncertain : Numbers{});
        store(mass, chunk.masses + row);
        store(slack, chunk.slacks + row);
        least = lesser(least, load(chunk.entropies + row) - slack);
    }
    return least_of(least);
}

struct Tightened {
    bool some, worn;
};

/// Evaluates uncertain entropies that may be as small as `most`, and says whether there were any, and whether one of
/// the rows is worn.
BESTSOFAR_CLONES Tightened tighten(const Chunk& chunk, const PosteriorOfSums& posterior, double most) {
    bool some = false;
    Mask worn{};
    for (std::size_t row = 0; row < Kernels::most; row += numbers_at_once) {
        const Numbers entropy = load(chunk.entropies + row), slack = load(chunk.slacks + row);
        const Mask doubtful = (slack > 0) & (entropy - slack <= most);
        if (!any(doubtful)) continue;
        const Numbers mass = posterior.mass(chunk.first + row);
        worn |= doubtful & (mass < load(chunk.counted + row) * NuMatrix::worn_share);
        store(doubtful ? mass : load(chunk.masses + row), chunk.masses + row);
        store(doubtful ? posterior.entropy(chunk.first + row, mass) : entropy, chunk.entropies + row);
        store(doubtful ? Numbers{} : slack, chunk.slacks + row);
        some = true;
    }
    return {some, any(worn)};
}

/// The least that any entropy of a chunk may be.
BESTSOFAR_CLONES double lowest(const double* entropies, const double* slacks) {
    Numbers least = Numbers{} + std::numeric_limits<double>::infinity();
    for (std::size_t row = 0; row < Kernels::most; row += numbers_at_once) {
        least = lesser(least, load(entropies + row) - load(slacks + row));
    }
    return least_of(least);
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

}  // namespace

KernelSums::KernelSums(std::span<const std::uint32_t> labels, std::span<const double> class_weights)
    : class_weights_(class_weights.begin(), class_weights.end()),
      nu_(labels.size(), class_weights.size()),
      mass_(nu_.stride(), infinity),
      entropy_(nu_.stride(), infinity),
      weight_(nu_.stride() + numbers_at_once),
      slack_(nu_.stride()),
      counted_(nu_.stride()),
      least_(nu_.stride() / Kernels::most, infinity) {
    for (std::size_t row = 0; row < labels.size(); ++row) weight_[row] = class_weights_[labels[row]];
}

void KernelSums::add(std::uint32_t label, std::size_t first, const Kernels& kernels) { nu_.add(label, first, kernels); }

void KernelSums::add(std::uint32_t label, std::size_t row, double kernel) { nu_.add(label, row, kernel); }

void KernelSums::add_across(std::span<const std::uint32_t> labels, std::size_t first, const KernelStrip& strip) {
    nu_.add_across(labels, first, strip);
}

void KernelSums::settle(std::size_t first, std::size_t last) {
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    settle_all(posterior, first, last, mass_.data(), entropy_.data());
    for (std::size_t row = first; row < last; ++row) {
        counted_[row] = mass_[row];
        slack_[row] = 0;
    }
    summarise(first);
}

void KernelSums::subtract(std::uint32_t label, std::size_t first, const Kernels& kernels) {
    nu_.subtract(label, first, kernels);
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    const Chunk chunk{first, &mass_[first], &entropy_[first], &slack_[first], &counted_[first]};
    least_[first / Kernels::most] = loosen(chunk, posterior, kernels.of, label);
}

void KernelSums::summarise(std::size_t row) {
    const std::size_t first = row / Kernels::most * Kernels::most;
    least_[first / Kernels::most] = lowest(&entropy_[first], &slack_[first]);
}

void KernelSums::sharpen(std::vector<std::uint32_t>& worn) {
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    for (bool evaluated = true; evaluated;) {
        const double most = std::ranges::min(least_) + tie;
        evaluated = false;
        for (std::size_t first = 0; first < mass_.size(); first += Kernels::most) {
            if (least_[first / Kernels::most] > most) continue;
            const Chunk chunk{first, &mass_[first], &entropy_[first], &slack_[first], &counted_[first]};
            const Tightened tightened = tighten(chunk, posterior, most + near);
            if (tightened.worn) report_worn(first, worn);
            if (!tightened.some) continue;
            summarise(first);
            evaluated = true;
        }
    }
}

void KernelSums::report_worn(std::size_t first, std::vector<std::uint32_t>& worn) const {
    for (std::size_t row = first; row < first + Kernels::most; ++row) {
        if (mass_[row] < counted_[row] * NuMatrix::worn_share) worn.push_back(static_cast<std::uint32_t>(row));
    }
}

void KernelSums::bury(std::size_t row) {
    mass_[row] = entropy_[row] = infinity;
    slack_[row] = 0;
}

bool KernelSums::gone(std::size_t row) const { return mass_[row] == infinity; }

void KernelSums::clear(std::size_t row) { nu_.clear(row); }

std::size_t KernelSums::least() const {
    const double most = std::ranges::min(least_) + tie;
    double largest = 0;
    for (std::size_t first = 0; first < mass_.size(); first += Kernels::most) {
        if (least_[first / Kernels::most] > most) continue;
        largest = std::max(largest, heaviest(chunk_of(entropy_, first), chunk_of(mass_, first), most));
    }
    std::size_t row = 0;
    while (entropy_[row] > most || mass_[row] < largest * (1 - tie)) {
        const bool in_vain = row % Kernels::most == 0 && least_[row / Kernels::most] > most;
        row += in_vain ? Kernels::most : 1;
    }
    return row;
}

KernelSums KernelSums::select(std::span<const std::uint32_t> rows) const {
    KernelSums chosen({}, class_weights_);
    chosen.nu_ = nu_.select(rows);
    const std::size_t stride = chosen.nu_.stride();
    chosen.mass_ = chosen_of(mass_, rows, stride, infinity);
    chosen.entropy_ = chosen_of(entropy_, rows, stride, infinity);
    chosen.weight_ = chosen_of(weight_, rows, stride + numbers_at_once, 0.0);
    chosen.slack_ = chosen_of(slack_, rows, stride, 0.0);
    chosen.counted_ = chosen_of(counted_, rows, stride, 0.0);
    chosen.least_.resize(stride / Kernels::most);
    for (std::size_t first = 0; first < stride; first += Kernels::most) chosen.summarise(first);
    return chosen;
}

}  // namespace bestsofar
