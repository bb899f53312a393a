#include "exemplars/ebel.hpp"

#include <algorithm>
#include <cmath>

#include "density/gaussian.hpp"
#include "exemplars/following_sums.hpp"
#include "exemplars/kernel_sums.hpp"
#include "exemplars/near_together.hpp"
#include "interruption.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

using Rows = std::vector<std::uint32_t>;

/// The bandwidth stays as it is for a while; then all is counted again.
class Recomputing {
public:
    Recomputing(const Bandwidth& bandwidth, double alpha) : bandwidth_(bandwidth), alpha_(alpha) {}

    using Sums = KernelSums;

    void start(std::size_t rows) {
        last_ = static_cast<double>(rows);
        scale_ = kernel_scale(bandwidth_.at(rows));
    }
    [[nodiscard]] double scale() const { return scale_; }
    [[nodiscard]] bool over(std::size_t rows) const {
        return last_ / static_cast<double>(rows) > std::sqrt(last_) / alpha_;
    }
    void evaluate(Sums& sums, std::size_t /*rows*/, Rows& worn) const { sums.sharpen(worn); }

private:
    Bandwidth bandwidth_;
    double alpha_;
    double last_ = 0;
    double scale_ = 0;
};

/// The bandwidth follows every removal; once it has become wide, all is counted again for a wider one.
class Following {
public:
    explicit Following(const Bandwidth& bandwidth) : bandwidth_(bandwidth) {}

    using Sums = FollowingSums;

    void start(std::size_t rows) { narrow_ = kernel_scale(bandwidth_.at(rows)); }
    [[nodiscard]] double scale() const { return narrow_ / Sums::ratio; }
    [[nodiscard]] bool over(std::size_t rows) const { return kernel_scale(bandwidth_.at(rows)) < scale(); }
    void evaluate(Sums& sums, std::size_t rows, Rows& worn) const {
        const double share = (kernel_scale(bandwidth_.at(rows)) - scale()) / (narrow_ - scale());
        sums.evaluate(narrow_ > 0 ? share : 1, worn);
    }

private:
    Bandwidth bandwidth_;
    double narrow_ = 0;
};

template <class Course>
class Ebel {
public:
    Ebel(const Space& space, std::span<const std::uint32_t> labels, std::span<const double> class_weights,
         const Course& course)
        : class_weights_(class_weights.begin(), class_weights.end()),
          course_(course),
          rows_(near_together(space, Kernels::part)),
          labels_(labels_of(labels, rows_)),
          space_(space.select(rows_)),
          left_(labels.size()),
          sums_({}, class_weights) {}

    Rows rank() {
        Rows order(left_);
        count_all();
        while (left_ > 0) {
            throw_if_interrupted();
            const std::size_t row = next();
            order[left_ - 1] = rows_[row];
            remove(row);
            if (left_ > 0 && course_.over(left_)) {
                compact();
                count_all();
            }
        }
        return order;
    }

private:
    using Sums = typename Course::Sums;

    void count_all() {
        course_.start(left_);
        sums_ = Sums(std::span(labels_).first(left_), class_weights_);
        const std::size_t workers = workers_for(*space_);
        if (space_->symmetric()) {
            count_pairs(workers);
        } else {
            count_rows(workers);
        }
        settle(workers);
    }

    void settle(std::size_t workers) {
        parallel_for(left_, Kernels::most, workers,
                     [this](std::size_t begin, std::size_t end, std::size_t) { sums_.settle(begin, end); });
    }

    void count_rows(std::size_t workers) {
        parallel_for(left_, Kernels::most, workers, [this](std::size_t begin, std::size_t end, std::size_t) {
            Kernels near;
            for (std::size_t row = 0; row < left_; ++row) {
                write_others_near(row, begin, end, near);
                sums_.add(labels_[row], begin, near);
            }
        });
    }

    /// Measures every pair once: chunks of rows meet, first each itself, then in each round one other, so that no two
    /// threads add to the same.
    void count_pairs(std::size_t workers) {
        const std::size_t chunks = (left_ + Kernels::most - 1) / Kernels::most;
        parallel_for(chunks, 1, workers, [&](std::size_t chunk, std::size_t, std::size_t) {
            meet(chunk * Kernels::most, chunk * Kernels::most);
        });
        settle(workers);
        for (std::size_t round = 0; round < chunks; ++round) {
            parallel_for(chunks, 1, workers, [&](std::size_t one, std::size_t, std::size_t) {
                const std::size_t other = (round + chunks - one) % chunks;
                if (one < other) meet(one * Kernels::most, other * Kernels::most);
            });
        }
    }

    void meet(std::size_t one, std::size_t other) {
        const std::size_t one_end = std::min(one + Kernels::most, left_);
        const std::size_t other_end = std::min(other + Kernels::most, left_);
        KernelStrip strip{};
        for (std::size_t first = one; first < one_end; first += strip.size()) {
            const std::size_t here = std::min(strip.size(), one_end - first);
            for (std::size_t i = 0; i < here; ++i) {
                write_others_near(first + i, other, other_end, strip[i]);
                sums_.add(labels_[first + i], other, strip[i]);
            }
            std::fill(strip.begin() + static_cast<std::ptrdiff_t>(here), strip.end(), Kernels{});
            const auto others = std::span(labels_).subspan(other, other_end - other);
            if (one != other) sums_.add_across(others, first, strip);
        }
    }

    /// A row is not near itself.
    void write_others_near(std::size_t row, std::size_t begin, std::size_t end, Kernels& near) const {
        LogThresholds thresholds = sums_.thresholds(begin);
        thresholds.highest = sums_.threshold_of(row);
        write_gaussian(*space_->probe_row(row, *space_), begin, end - begin, course_.scale(), thresholds, near);
        if (row >= begin && row < end) near.of[row - begin] = 0;
    }

    std::size_t next() {
        Rows worn;
        do {
            for (const std::uint32_t row : worn) count(row);
            worn.clear();
            course_.evaluate(sums_, left_, worn);
        } while (!worn.empty());
        return sums_.least(rows_);
    }

    void remove(std::size_t row) {
        sums_.mark_gone(row);
        --left_;
        const auto probe = space_->probe_row(row, *space_);
        for (std::size_t first = 0; first < space_->size(); first += Kernels::most) {
            sums_.subtract(labels_[row], first, kernels(*probe, first, sums_.thresholds(first)));
        }
        // An eighth of the rows at most is measured in vain, and each row is moved eight times at most.
        if (left_ < space_->size() / 8 * 7) compact();
    }

    void count(std::uint32_t row) {
        sums_.clear(row);
        const auto probe = space_->probe_row(row, *space_);
        for (std::size_t first = 0; first < space_->size(); first += Kernels::most) {
            const Kernels near = kernels(*probe, first, no_thresholds());
            for (std::size_t other = first; other < std::min(first + Kernels::most, space_->size()); ++other) {
                if (other != row && !sums_.gone(other)) sums_.add(labels_[other], row, near.of[other - first]);
            }
        }
        sums_.settle(row, row + 1);
    }

    [[nodiscard]] Kernels kernels(const Probe& probe, std::size_t first, const LogThresholds& thresholds) const {
        return gaussian(probe, first, std::min(Kernels::most, space_->size() - first), course_.scale(), thresholds);
    }

    /// Forgets the rows that are gone.
    void compact() {
        Rows kept;
        for (std::uint32_t row = 0; row < space_->size(); ++row) {
            if (sums_.gone(row)) continue;
            rows_[kept.size()] = rows_[row];
            labels_[kept.size()] = labels_[row];
            kept.push_back(row);
        }
        sums_ = sums_.select(kept);
        space_ = space_->select(kept);
    }

    std::vector<double> class_weights_;
    Course course_;
    Rows rows_;  ///< the rows of space_, as the caller counts them
    Rows labels_;
    std::unique_ptr<const Space> space_;
    std::size_t left_;
    Sums sums_;
};

}  // namespace

std::vector<std::uint32_t> ebel_rank(const Space& space, std::span<const std::uint32_t> labels,
                                     std::span<const double> class_weights, const Bandwidth& bandwidth, double alpha) {
    return Ebel(space, labels, class_weights, Recomputing(bandwidth, alpha)).rank();
}

std::vector<std::uint32_t> following_ebel_rank(const Space& space, std::span<const std::uint32_t> labels,
                                               std::span<const double> class_weights, const Bandwidth& bandwidth) {
    return Ebel(space, labels, class_weights, Following(bandwidth)).rank();
}

}  // namespace bestsofar
