#include "exemplars/log_loss.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "parallel.hpp"

namespace bestsofar {

namespace {

constexpr std::uint32_t own_class = 0, other_classes = 1;
constexpr double least_share = 1e-6;

/// What is left of a sum. Where that is hardly anything, the difference of the large parts is exact.
BESTSOFAR_INLINE Doubles left_of(const NuMatrix::Columns& sums, std::size_t column, std::size_t row, Doubles taken) {
    const std::size_t at = column * sums.stride + row;
    const Doubles left = (load(sums.sums + at) - taken) + load(sums.errors + at);
    return left > 0 ? left : Doubles{};
}

/// The logarithms of the shares that are left when some kernels are taken away, and the masses.
BESTSOFAR_CLONES void log_shares(const NuMatrix::Columns& sums, std::size_t first, const double* own_taken,
                                 const double* other_taken, double uniform, double* logs, double* masses) {
    for (std::size_t i = 0; i < Kernels::most; i += doubles_at_once) {
        const Doubles own = left_of(sums, own_class, first + i, load(own_taken + i));
        const Doubles mass = own + left_of(sums, other_classes, first + i, load(other_taken + i));
        const Doubles share = mass > 0 ? own / (mass > 0 ? mass : Doubles{} + 1) : Doubles{} + uniform;
        store(log(share + least_share), logs + i);
        store(mass, masses + i);
    }
}

double log_share(double own, double other, double uniform) {
    const double mass = own + other;
    return std::log((mass > 0 ? own / mass : uniform) + least_share);
}

double in_units(double loss) { return std::nearbyint(loss / LogLoss::unit); }

constexpr Kernels nothing{};

}  // namespace

LogLoss::LogLoss(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes)
    : space_(space),
      labels_(labels),
      uniform_(1 / static_cast<double>(n_classes)),
      sums_(space.size(), 2),
      counted_(sums_.stride()),
      logs_(sums_.stride()) {}

void LogLoss::count(std::span<const std::uint32_t> rows, double bandwidth) {
    scale_ = kernel_scale(bandwidth);
    rows_.assign(rows.begin(), rows.end());
    remaining_ = space_.select(rows_);
    gone_.assign(space_.size(), false);
    sums_ = NuMatrix(space_.size(), 2);
    parallel_for(space_.size(), Kernels::most, workers_for(space_),
                 [this](std::size_t first, std::size_t, std::size_t) { count_chunk(first); });
}

void LogLoss::count_chunk(std::size_t first) {
    for (const std::uint32_t row : rows_) {
        const Parts parts = kernels(row, *space_.probe_row(row, space_), first);
        sums_.add(own_class, first, parts.own);
        sums_.add(other_classes, first, parts.other);
    }
    log_shares(sums_.columns(), first, nothing.of, nothing.of, uniform_, &logs_[first], &counted_[first]);
}

void LogLoss::remove(std::uint32_t row) {
    gone_[row] = true;
    const auto probe = space_.probe_row(row, space_);
    for (std::size_t first = 0; first < space_.size(); first += Kernels::most) {
        const Parts parts = kernels(row, *probe, first);
        sums_.subtract(own_class, first, parts.own);
        sums_.subtract(other_classes, first, parts.other);
        Kernels masses;
        log_shares(sums_.columns(), first, nothing.of, nothing.of, uniform_, &logs_[first], masses.of);
        mend(first, masses);
    }
}

void LogLoss::mend(std::size_t first, const Kernels& masses) {
    const std::size_t here = std::min(Kernels::most, space_.size() - first);
    for (std::size_t row = first; row < first + here; ++row) {
        if (!worn(row, masses.of[row - first])) continue;
        const auto itself = static_cast<std::uint32_t>(row);
        const Sums sums = count_again(itself, itself);
        sums_.clear(row);
        sums_.add(own_class, row, sums.own);
        sums_.add(other_classes, row, sums.other);
        counted_[row] = sums.own + sums.other;
        logs_[row] = log_share(sums.own, sums.other, uniform_);
    }
}

/// Once nearly all mass is gone, what is left is mostly error.
bool LogLoss::worn(std::size_t row, double mass) const { return mass < NuMatrix::worn_share * counted_[row]; }

/// The kernels that reach a row, except those of one more.
LogLoss::Sums LogLoss::count_again(std::uint32_t row, std::uint32_t without) const {
    const auto probe = remaining_->probe_row(row, space_);
    Sums sums{0, 0};
    for (std::size_t first = 0; first < rows_.size(); first += Kernels::most) {
        const std::size_t here = std::min(Kernels::most, rows_.size() - first);
        const Kernels near = gaussian(*probe, first, here, scale_);
        for (std::size_t i = 0; i < here; ++i) {
            const std::uint32_t other = rows_[first + i];
            if (gone_[other] || other == row || other == without) continue;
            (labels_[other] == labels_[row] ? sums.own : sums.other) += near.of[i];
        }
    }
    return sums;
}

double LogLoss::total() const {
    return in_units(-std::accumulate(logs_.begin(), logs_.begin() + static_cast<std::ptrdiff_t>(space_.size()), 0.0));
}

double LogLoss::harm(std::uint32_t row) const {
    const auto probe = space_.probe_row(row, space_);
    double harm = 0;
    for (std::size_t first = 0; first < space_.size(); first += Kernels::most) {
        const Parts parts = kernels(row, *probe, first);
        Kernels logs, masses;
        log_shares(sums_.columns(), first, parts.own.of, parts.other.of, uniform_, logs.of, masses.of);
        for (std::size_t i = 0; i < std::min(Kernels::most, space_.size() - first); ++i) {
            if (worn(first + i, masses.of[i])) {
                const Sums sums = count_again(static_cast<std::uint32_t>(first + i), row);
                logs.of[i] = log_share(sums.own, sums.other, uniform_);
            }
            harm += logs_[first + i] - logs.of[i];
        }
    }
    return in_units(harm);
}

LogLoss::Parts LogLoss::kernels(std::uint32_t row, const Probe& probe, std::size_t first) const {
    const std::size_t here = std::min(Kernels::most, space_.size() - first);
    Parts parts{gaussian(probe, first, here, scale_), {}};
    if (row >= first && row < first + here) parts.own.of[row - first] = 0;
    for (std::size_t i = 0; i < here; ++i) {
        const bool own = labels_[first + i] == labels_[row];
        parts.other.of[i] = own ? 0 : parts.own.of[i];
        parts.own.of[i] = own ? parts.own.of[i] : 0;
    }
    return parts;
}

}  // namespace bestsofar
