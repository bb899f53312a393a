#include "exemplars/one_vs_rest_auc.hpp"

#include <algorithm>

#include "exemplars/fixed_point.hpp"
#include "simd/math.hpp"

namespace bestsofar {

namespace {

constexpr double one = static_cast<double>(std::int64_t{1} << fixed_bits);

/// The judges that one judge is compared with, by their scores, lowest first; it is asked about ever higher scores.
class Rivals {
public:
    Rivals(std::span<const double> scores, double lowest)
        : scores_(scores),
          below_(static_cast<std::size_t>(std::ranges::lower_bound(scores, lowest) - scores.begin())) {}

    /// Twice the number of those above a score; those with this very score count once.
    [[nodiscard]] std::int64_t half_pairs_above(double score) {
        while (below_ < scores_.size() && scores_[below_] < score) ++below_;
        std::size_t not_above = below_;
        while (not_above < scores_.size() && scores_[not_above] == score) ++not_above;
        return static_cast<std::int64_t>(2 * scores_.size()) - static_cast<std::int64_t>(below_ + not_above);
    }

private:
    std::span<const double> scores_;
    std::size_t below_;
};

}  // namespace

OneVsRestAuc::OneVsRestAuc(const Judges& judges, std::uint32_t label)
    : judges_(judges), label_(label), moved_(judges.size()), scores_(whole_vectors(judges.size())) {
    for (std::uint32_t judge = 0; judge < judges.size(); ++judge) {
        line_.push_back({0, judge, judges.label(judge) == label});
    }
    const auto positives = static_cast<std::size_t>(std::ranges::count(line_, 1u, &Place::positive));
    const std::size_t pairs = positives * (judges.size() - positives);
    weight_ = pairs > 0 ? rounded(one / static_cast<double>(pairs)) : 0;
}

void OneVsRestAuc::sort_scores() {
    for (std::size_t judge = 0; judge < judges_.size(); ++judge) scores_[judge] = judges_.score(judge, label_);
    sort_into(scores_.data(), moved_);
    line_.swap(moved_);
    for (const std::uint32_t side : {0, 1}) {
        up_[side].clear();
        for (const Place& place : line_) {
            if (place.positive == side) up_[side].push_back(place.score);
        }
        down_[side].assign(up_[side].rbegin(), up_[side].rend());
        for (double& score : down_[side]) score = -score;
    }
}

/// Few judges change their places at a time, so each is only moved past those that it overtakes.
void OneVsRestAuc::sort_into(const double* scores, Line& line) const {
    for (std::size_t i = 0; i < line_.size(); ++i) {
        const Place next{scores[line_[i].judge], line_[i].judge, line_[i].positive};
        std::size_t place = i;
        for (; place > 0 && line[place - 1].score > next.score; --place) line[place] = line[place - 1];
        line[place] = next;
    }
}

std::int64_t OneVsRestAuc::half_wins(const Line& line) {
    // Without branches: which of a pair is positive cannot be guessed.
    std::int64_t wins = 0, negatives = 0, tied[2] = {0, 0};
    double before = -1;
    for (const Place& place : line) {
        const std::int64_t same = place.score == before ? -1 : 0, positive = place.positive;
        before = place.score;
        tied[0] &= same;
        tied[1] &= same;
        wins += -positive & (2 * negatives - tied[0]);
        wins += (positive - 1) & tied[1];
        negatives += 1 - positive;
        tied[0] += 1 - positive;
        tied[1] += positive;
    }
    return wins;
}

std::int64_t OneVsRestAuc::worth_without(std::size_t candidate) {
    if (weight_ == 0) return 0;
    judges_.scores_without(candidate, label_, scores_.data());
    sort_into(scores_.data(), moved_);
    return weight_ * half_wins(moved_);
}

std::span<const double> OneVsRestAuc::rivals(std::size_t judge, std::uint32_t leaving) const {
    const std::size_t other_side = judges_.label(judge) == label_ ? 0 : 1;
    return (leaving == label_ ? up_ : down_)[other_side];
}

double OneVsRestAuc::lowered_score(std::size_t judge, std::uint32_t leaving, double units) const {
    return leaving == label_ ? judges_.score_without(judge, label_, units, units)
                             : -judges_.score_without(judge, label_, units, 0);
}

void OneVsRestAuc::add_gains(std::size_t judge, std::uint32_t leaving, std::span<std::int64_t> accounts) const {
    const std::span<const Share> shares = judges_.shares(judge, leaving);
    const auto gone = [this](const Share& share) { return judges_.gone(share.candidate); };
    const auto nearest = std::ranges::find_if_not(shares, gone);
    if (weight_ == 0 || nearest == shares.end()) return;
    const std::span<const double> rivals = this->rivals(judge, leaving);
    const double score = lowered_score(judge, leaving, 0);
    const std::int64_t before = Rivals(rivals, score).half_pairs_above(score);
    const std::int64_t value = gains(judge, leaving) ? weight_ : -weight_;
    Rivals ahead(rivals, lowered_score(judge, leaving, nearest->units));
    for (const Share& share : std::span(nearest, shares.end())) {
        if (gone(share)) continue;
        const std::int64_t passed = ahead.half_pairs_above(lowered_score(judge, leaving, share.units)) - before;
        if (passed == 0) return;  // the others are farther away
        accounts[share.candidate] += value * passed;
    }
}

}  // namespace bestsofar
