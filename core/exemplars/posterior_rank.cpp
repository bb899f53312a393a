#include "exemplars/posterior_rank.hpp"

#include <utility>

#include "exemplars/fill_from_back.hpp"
#include "exemplars/log_loss.hpp"
#include "exemplars/margin_rank.hpp"
#include "parallel.hpp"
#include "rows.hpp"
#include "tournament.hpp"

namespace bestsofar {

namespace {

using Rows = std::vector<std::uint32_t>;

/// Takes rows away one by one, but for some. One thread at a time.
class LossThinning {
public:
    LossThinning(LogLoss& loss, std::size_t rows, const Bandwidth& bandwidth, std::span<const std::uint32_t> stay)
        : loss_(loss),
          bandwidth_(bandwidth),
          remaining_(first_rows(rows)),
          gone_(rows),
          harms_(rows),
          evaluated_(rows),
          least_(rows, Harms{this}) {
        for (const std::uint32_t row : stay) least_.remove(row);
        set_width();
    }
    LossThinning(const LossThinning&) = delete;
    LossThinning& operator=(const LossThinning&) = delete;

    std::uint32_t remove_least() {
        if (5 * left_ < 4 * set_for_) set_width();
        std::uint32_t row = least_.first();
        for (; evaluated_[row] != left_; row = least_.first()) {
            evaluate(row);
            least_.update(row);
        }
        loss_.remove(row);
        least_.remove(row);
        gone_[row] = true;
        --left_;
        return row;
    }

private:
    struct Harms {
        const LossThinning* thinning;
        [[nodiscard]] auto key(std::uint32_t row) const { return std::pair(thinning->harms_[row], row); }
    };

    void set_width() {
        std::erase_if(remaining_, [this](std::uint32_t row) { return gone_[row]; });
        set_for_ = left_;
        loss_.count(remaining_, bandwidth_.at(left_));
        parallel_for(left_, 1, workers_for(loss_),
                     [this](std::size_t i, std::size_t, std::size_t) { evaluate(remaining_[i]); });
        for (const std::uint32_t row : remaining_) least_.update(row);
    }

    void evaluate(std::uint32_t row) {
        harms_[row] = loss_.harm(row);
        evaluated_[row] = left_;
    }

    LogLoss& loss_;
    const Bandwidth& bandwidth_;
    Rows remaining_;  ///< and some that are gone
    std::vector<bool> gone_;
    std::size_t left_ = remaining_.size(), set_for_ = left_;
    std::vector<double> harms_;
    std::vector<std::size_t> evaluated_;  ///< how many were left at the time
    Tournament<Harms> least_;
};

/// The front, followed by the others, the last to go first.
Rows thinned(LogLoss& loss, std::size_t rows, const Bandwidth& bandwidth, Rows front) {
    LossThinning thinning(loss, rows, bandwidth, front);
    const std::size_t chosen = front.size();
    front.resize(rows);
    fill_from_back(std::span(front).subspan(chosen), [&] { return thinning.remove_least(); });
    return front;
}

double loss_of(LogLoss& loss, std::span<const std::uint32_t> rows, const Bandwidth& bandwidth) {
    loss.count(rows, bandwidth.at(rows.size()));
    return loss.total();
}

}  // namespace

std::vector<std::uint32_t> posterior_rank(const Space& space, std::span<const std::uint32_t> labels,
                                          std::size_t n_classes, const Bandwidth& bandwidth) {
    LogLoss loss(space, labels, n_classes);
    Rows order = thinned(loss, space.size(), bandwidth, {});
    const Rows front = margin_front(space, labels, n_classes, space.size() / 20);
    const double of_front = loss_of(loss, front, bandwidth);
    if (of_front >= loss_of(loss, std::span(order).first(front.size()), bandwidth)) return order;
    return thinned(loss, space.size(), bandwidth, front);
}

}  // namespace bestsofar
