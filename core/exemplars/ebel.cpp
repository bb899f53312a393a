#include "exemplars/ebel.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "density/gaussian.hpp"
#include "exemplars/kernel_sums.hpp"
#include "parallel.hpp"

namespace bestsofar {

namespace {

class Ebel {
public:
    Ebel(const Space& space, std::span<const std::uint32_t> labels, std::span<const double> class_weights,
         const Bandwidth& bandwidth)
        : labels_(labels.begin(), labels.end()),
          class_weights_(class_weights.begin(), class_weights.end()),
          bandwidth_(bandwidth),
          rows_(labels.size()),
          left_(labels.size()),
          sums_({}, class_weights.size()) {
        std::iota(rows_.begin(), rows_.end(), 0);
        space_ = space.select(rows_);
    }

    std::vector<std::uint32_t> rank(double alpha) {
        std::vector<std::uint32_t> order(left_);
        std::size_t last = left_;
        count_all();
        while (left_ > 0) {
            const std::size_t row = next();
            order[left_ - 1] = rows_[row];
            remove(row);
            const auto n_last = static_cast<double>(last);
            if (left_ > 0 && n_last / static_cast<double>(left_) > std::sqrt(n_last) / alpha) {
                last = left_;
                compact();
                count_all();
            }
        }
        return order;
    }

private:
    void count_all() {
        scale_ = kernel_scale(bandwidth_.at(left_));
        sums_ = KernelSums(weights(), class_weights_.size());
        const std::size_t workers = space_->concurrent() ? worker_count() : 1;
        parallel_for(left_, Kernels::most, workers, [this](std::size_t begin, std::size_t end, std::size_t) {
            for (std::size_t row = 0; row < left_; ++row) {
                Kernels kernels = gaussian(*space_->probe_row(row, *space_), begin, end - begin, scale_, weight(row));
                if (row >= begin && row < end) kernels.of[row - begin] = 0;
                sums_.add(labels_[row], begin, kernels);
            }
            sums_.settle(begin, end);
        });
    }

    std::size_t next() {
        do {
            for (const std::uint32_t row : worn_) count(row);
            worn_.clear();
            sums_.sharpen(worn_);
        } while (!worn_.empty());
        return sums_.least();
    }

    void remove(std::size_t row) {
        sums_.bury(row);
        --left_;
        const auto probe = space_->probe_row(row, *space_);
        for (std::size_t first = 0; first < space_->size(); first += Kernels::most) {
            sums_.subtract(labels_[row], first, kernels(*probe, first, weight(row)), worn_);
        }
        // A quarter of the rows at most is measured in vain, and each row is moved four times at most.
        if (left_ < space_->size() / 4 * 3) compact();
    }

    void count(std::uint32_t row) {
        sums_.clear(row);
        const auto probe = space_->probe_row(row, *space_);
        for (std::size_t first = 0; first < space_->size(); first += Kernels::most) {
            const Kernels near = kernels(*probe, first, 1);
            for (std::size_t other = first; other < std::min(first + Kernels::most, space_->size()); ++other) {
                if (other == row || sums_.gone(other)) continue;
                sums_.add(labels_[other], row, near.of[other - first] * weight(other));
            }
        }
        sums_.settle(row, row + 1);
    }

    [[nodiscard]] Kernels kernels(const Probe& probe, std::size_t first, double height) const {
        return gaussian(probe, first, std::min(Kernels::most, space_->size() - first), scale_, height);
    }

    [[nodiscard]] double weight(std::size_t row) const { return class_weights_[labels_[row]]; }

    [[nodiscard]] std::vector<double> weights() const {
        std::vector<double> weights(left_);
        for (std::size_t row = 0; row < left_; ++row) weights[row] = weight(row);
        return weights;
    }

    /// Forgets the rows that are gone.
    void compact() {
        for (const std::uint32_t row : worn_) count(row);
        worn_.clear();
        std::vector<std::uint32_t> kept;
        for (std::uint32_t row = 0; row < space_->size(); ++row) {
            if (sums_.gone(row)) continue;
            rows_[kept.size()] = rows_[row];
            labels_[kept.size()] = labels_[row];
            kept.push_back(row);
        }
        sums_ = sums_.select(kept);
        space_ = space_->select(kept);
    }

    std::vector<std::uint32_t> labels_;
    std::vector<double> class_weights_;
    Bandwidth bandwidth_;
    std::vector<std::uint32_t> rows_;  ///< the rows of space_, as the caller counts them
    std::unique_ptr<const Space> space_;
    std::size_t left_;
    double scale_ = 0;
    KernelSums sums_;
    std::vector<std::uint32_t> worn_;
};

}  // namespace

std::vector<std::uint32_t> ebel_rank(const Space& space, std::span<const std::uint32_t> labels,
                                     std::span<const double> class_weights, const Bandwidth& bandwidth, double alpha) {
    return Ebel(space, labels, class_weights, bandwidth).rank(alpha);
}

}  // namespace bestsofar
