#include "exemplars/kernel_sums.hpp"

#include <algorithm>
#include <cmath>

#include "exemplars/extremes.hpp"
#include "exemplars/gather.hpp"
#include "exemplars/posterior.hpp"

namespace bestsofar {

namespace {

using PosteriorOfSums = Posterior<NuMatrix::Columns>;

// The share of what was counted that must be left.
constexpr double worn_share = 0x1p-16;
// Kernels of a smaller share of what was counted do not count. Of what must be left, 2^14 of them are 2^-50.
const double least_log_share = std::log(0x1p-80);
// A mass that is not evaluated has errors of 2^-53 of what was counted: of what is left they are 2^-23.
constexpr double blurred_share = 0x1p-30;

std::span<const double> part_of(const AlignedDoubles& values, std::size_t part) {
    return std::span(values).subspan(part * Kernels::part, Kernels::part);
}

constexpr std::size_t chunks_of(std::size_t stride) { return whole_vectors(stride / Kernels::most); }

/// At least a / b for positive numbers, and at most a fifth more: a division takes longer.
BESTSOFAR_INLINE Doubles ratio_at_most(Doubles a, Doubles b) {
    // As whole numbers they are logarithms, too small by 0.0861 at most.
    return (Doubles)((Bits)a - (Bits)b + 0x3ff0000000000000) * 1.0625;
}

/// How far an entropy can fall when a share of the mass goes: no more than the entropy of (share, 1 - share).
BESTSOFAR_INLINE Doubles fall(Doubles share) {
    // -share * log(share) + share, with the logarithm to base 2 rounded down.
    const Doubles twos = 0x1p52 + 1023 - (Doubles)((Bits)share >> 52 | 0x4330000000000000);
    return share < 0.5 ? share * (twos * 0.7 + 2) : Doubles{} + std::numeric_limits<double>::max();
}

/// What is known of all rows, and of all parts.
struct Known {
    double *masses, *entropies;
    const double* counted;
    double* least;
    std::uint8_t* doubtful;
};

/// Takes kernels from the masses. The shares that they were, but zero where the entropy cannot have become smaller, and
/// 1 where the mass is not known well enough.
BESTSOFAR_INLINE Doubles take(const Known& known, const PosteriorOfSums& posterior, std::size_t row, Doubles kernels,
                              std::uint32_t label) {
    const double weight = posterior.class_weights[label];
    const Doubles before = load(known.masses + row), lost = kernels * weight, mass = before - lost;
    store(mass, known.masses + row);
    const Mask matters = lost > before * PosteriorOfSums::negligible;
    // What a class loses that still has most of the mass makes the entropy larger.
    const Mask rises = posterior.columns.at(label, row) * weight > mass * 0.51;
    const Mask sure = mass > load(known.counted + row) * blurred_share;
    const Doubles share = sure ? ratio_at_most(lost, before) : Doubles{} + 1;
    return matters & ~(rises & sure) ? share : Doubles{};
}

/// Takes kernels from the rows from `from` on, and lowers what the entropies of every part that is reached may be.
BESTSOFAR_CLONES void take_parts(const Known known, const PosteriorOfSums posterior, std::size_t from,
                                 const Kernels& kernels, std::uint32_t label, double largest_weight) {
    alignas(sizeof(Doubles)) double largest[Kernels::parts] = {};
    for (std::uint32_t left = kernels.reached; left != 0;) {
        const std::size_t first = take_part(left);
        Doubles shares{};
        for (std::size_t i = first; i < first + Kernels::part; i += doubles_at_once) {
            const Doubles some = take(known, posterior, from + i, load(kernels.of + i), label);
            shares = some > shares ? some : shares;
        }
        largest[first / Kernels::part] = -least_of(-shares);
        known.doubtful[(from + first) / Kernels::part] = true;
    }
    double* const least = known.least + from / Kernels::part;
    for (std::size_t part = 0; part < Kernels::parts; part += doubles_at_once) {
        store(load(least + part) - fall(load(largest + part)) * largest_weight, least + part);
    }
}

/// Evaluates the entropies of a part, and says whether one of the rows is worn.
BESTSOFAR_CLONES bool evaluate(const Known known, const PosteriorOfSums posterior, std::size_t first) {
    Mask worn{};
    for (std::size_t row = first; row < first + Kernels::part; row += doubles_at_once) {
        const Doubles before = load(known.masses + row), mass = posterior.mass(row);
        const Mask here = before < KernelSums::infinity;
        worn |= here & (mass < load(known.counted + row) * worn_share);
        store(here ? mass : before, known.masses + row);
        store(here ? posterior.entropy(row, mass) : before, known.entropies + row);
    }
    return any(worn);
}

BESTSOFAR_CLONES void settle_all(const PosteriorOfSums& posterior, std::size_t first, std::size_t last, double* masses,
                                 double* entropies) {
    for (std::size_t row = first; row < last; row += doubles_at_once) {
        const Doubles mass = posterior.mass(row), entropy = posterior.entropy(row, mass);
        for (std::size_t i = 0; i < std::min(doubles_at_once, last - row); ++i) {
            masses[row + i] = mass[i];
            entropies[row + i] = entropy[i];
        }
    }
}

}  // namespace

KernelSums::KernelSums(std::span<const std::uint32_t> labels, std::span<const double> class_weights)
    : class_weights_(class_weights.begin(), class_weights.end()),
      largest_weight_(std::ranges::max(class_weights)),
      nu_(labels.size(), class_weights.size()),
      mass_(nu_.stride(), infinity),
      entropy_(nu_.stride(), infinity),
      weight_(nu_.stride() + doubles_at_once),
      counted_(nu_.stride()),
      least_(nu_.stride() / Kernels::part, infinity),
      doubtful_(least_.size()),
      thresholds_(nu_.stride() / Kernels::part, least_power),
      least_of_chunks_(chunks_of(nu_.stride()), infinity) {
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
    std::copy(mass_.data() + first, mass_.data() + last, counted_.data() + first);
    for (std::size_t part = first / Kernels::part; part * Kernels::part < last; ++part) summarise(part);
    for (std::size_t chunk = first / Kernels::most; chunk * Kernels::most < last; ++chunk) summarise_chunk(chunk);
}

void KernelSums::subtract(std::uint32_t label, std::size_t first, const Kernels& kernels) {
    nu_.subtract(label, first, kernels);
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    const Known known{mass_.data(), entropy_.data(), counted_.data(), least_.data(), doubtful_.data()};
    take_parts(known, posterior, first, kernels, label, largest_weight_);
    summarise_chunk(first / Kernels::most);
}

LogThresholds KernelSums::thresholds(std::size_t first) const {
    return {&thresholds_[first / Kernels::part], infinity};
}

double KernelSums::threshold_of(std::size_t row) const { return thresholds_[row / Kernels::part]; }

void KernelSums::summarise(std::size_t part) {
    least_[part] = smallest(part_of(entropy_, part));
    doubtful_[part] = false;
    double least = infinity;
    for (std::size_t row = part * Kernels::part; row < (part + 1) * Kernels::part; ++row) {
        if (!gone(row)) least = std::min(least, counted_[row]);
    }
    thresholds_[part] = std::max(std::log(least / largest_weight_) + least_log_share, least_power);
}

void KernelSums::summarise_chunk(std::size_t chunk) {
    least_of_chunks_[chunk] = smallest(std::span(least_).subspan(chunk * Kernels::parts, Kernels::parts));
}

void KernelSums::sharpen(std::vector<std::uint32_t>& worn) {
    const PosteriorOfSums posterior{nu_.columns(), class_weights_, weight_.data()};
    const Known known{mass_.data(), entropy_.data(), counted_.data(), least_.data(), doubtful_.data()};
    for (bool evaluated = true; evaluated;) {
        evaluated = false;
        each_part_with(smallest(least_of_chunks_) + tie, [&](std::size_t part) {
            if (!doubtful_[part]) return;
            if (evaluate(known, posterior, part * Kernels::part)) report_worn(part * Kernels::part, worn);
            least_[part] = smallest(part_of(entropy_, part));
            doubtful_[part] = false;
            summarise_chunk(part / Kernels::parts);
            evaluated = true;
        });
    }
}

template <class Look>
void KernelSums::each_part_with(double most, Look look) const {
    for (std::size_t chunk = 0; chunk < least_of_chunks_.size(); ++chunk) {
        if (least_of_chunks_[chunk] > most) continue;
        for (std::size_t part = chunk * Kernels::parts; part < (chunk + 1) * Kernels::parts; ++part) {
            if (least_[part] <= most) look(part);
        }
    }
}

void KernelSums::report_worn(std::size_t first, std::vector<std::uint32_t>& worn) const {
    for (std::size_t row = first; row < first + Kernels::part; ++row) {
        if (mass_[row] < counted_[row] * worn_share) worn.push_back(static_cast<std::uint32_t>(row));
    }
}

void KernelSums::mark_gone(std::size_t row) {
    mass_[row] = entropy_[row] = infinity;
    summarise(row / Kernels::part);
    summarise_chunk(row / Kernels::most);
}

void KernelSums::clear(std::size_t row) { nu_.clear(row); }

std::size_t KernelSums::least(std::span<const std::uint32_t> names) const {
    const double most = smallest(least_of_chunks_) + tie;
    std::vector<std::size_t> tied;
    each_part_with(most, [&](std::size_t part) {
        for (std::size_t row = part * Kernels::part; row < (part + 1) * Kernels::part; ++row) {
            if (entropy_[row] <= most) tied.push_back(row);
        }
    });
    return heaviest(tied, mass_, names);
}

KernelSums KernelSums::select(std::span<const std::uint32_t> rows) const {
    KernelSums chosen({}, class_weights_);
    chosen.nu_ = nu_.select(rows);
    const std::size_t stride = chosen.nu_.stride();
    chosen.mass_ = gather(mass_, rows, stride, infinity);
    chosen.entropy_ = gather(entropy_, rows, stride, infinity);
    chosen.weight_ = gather(weight_, rows, stride + doubles_at_once, 0.0);
    chosen.counted_ = gather(counted_, rows, stride, 0.0);
    chosen.least_.resize(stride / Kernels::part);
    chosen.doubtful_.resize(chosen.least_.size());
    chosen.thresholds_.resize(chosen.least_.size());
    chosen.least_of_chunks_.resize(chunks_of(stride), infinity);
    for (std::size_t part = 0; part < chosen.least_.size(); ++part) chosen.summarise(part);
    for (std::size_t to = 0; to < rows.size(); ++to) {
        const std::size_t part = to / Kernels::part;
        chosen.least_[part] = std::min(chosen.least_[part], least_[rows[to] / Kernels::part]);
        chosen.doubtful_[part] = true;
    }
    for (std::size_t chunk = 0; chunk * Kernels::most < stride; ++chunk) chosen.summarise_chunk(chunk);
    return chosen;
}

}  // namespace bestsofar
