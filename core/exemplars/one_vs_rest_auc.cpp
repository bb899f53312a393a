#include "exemplars/one_vs_rest_auc.hpp"

#include <algorithm>

#include "exemplars/fixed_point.hpp"
#include "simd/math.hpp"

namespace bestsofar {

namespace {

constexpr double one = static_cast<double>(std::int64_t{1} << fixed_bits);

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

void OneVsRestAuc::add_gains(std::size_t judge, std::uint32_t leaving, std::span<std::int64_t> accounts) const {
    const std::span<const Share> shares = judges_.shares(judge, leaving);
    const auto gone = [this](const Share& share) { return judges_.gone(share.candidate); };
    const auto nearest = std::ranges::find_if_not(shares, gone);
    if (weight_ == 0 || nearest == shares.end()) return;
    // Without its own class a judge's score falls, without another it rises: as if all were negated and it fell.
    const bool falls = leaving == label_;
    const std::vector<double>& rivals = (falls ? up_ : down_)[judges_.label(judge) == label_ ? 0 : 1];
    const auto score_without = [&](double units) {
        const double score = judges_.score_without(judge, label_, units, falls ? units : 0);
        return falls ? score : -score;
    };
    const auto count = static_cast<std::int64_t>(rivals.size());
    std::size_t first = 0;  // of the rivals that do not stand below
    const auto above = [&](double score) {
        while (first < rivals.size() && rivals[first] < score) ++first;
        std::size_t last = first;
        while (last < rivals.size() && rivals[last] == score) ++last;
        return 2 * count - static_cast<std::int64_t>(first + last);
    };
    const std::int64_t value = gains(judge, leaving) ? weight_ : -weight_;
    const std::int64_t before = above(score_without(0));
    first = static_cast<std::size_t>(std::ranges::lower_bound(rivals, score_without(nearest->units)) - rivals.begin());
    for (const Share& share : std::span(nearest, shares.end())) {
        if (gone(share)) continue;
        const std::int64_t passed = above(score_without(share.units)) - before;
        if (passed == 0) return;  // the others are farther away
        accounts[share.candidate] += value * passed;
    }
}

}  // namespace bestsofar
