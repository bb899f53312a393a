#include <algorithm>
#include <numeric>

#include "check.hpp"
#include "exemplars/abel.hpp"
#include "exemplars/judges.hpp"
#include "exemplars/one_vs_rest_auc.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

/// Every tenth of this many rows.
std::vector<std::uint32_t> tenth(std::size_t rows) {
    std::vector<std::uint32_t> validation;
    for (std::uint32_t row = 0; row < rows; row += 10) validation.push_back(row);
    return validation;
}

// Every kind of space, with ties and without, exact and one by one: each row that does not judge goes once.
void all_go_but_the_judges() {
    Dice dice(1);
    for (const bool whole : {true, false}) {
        for (const auto& space : spaces_of(dice, 70, whole)) {
            const auto labels = labels_of(dice, 70, 4);
            const auto validation = tenth(70);
            for (const Auc auc : {Auc::exact, Auc::one_by_one}) {
                auto gone = abel_removals(*space, labels, 4, validation, {1, 70}, 63, auc);
                gone.insert(gone.end(), validation.begin(), validation.end());
                std::ranges::sort(gone);
                std::vector<std::uint32_t> all(70);
                std::iota(all.begin(), all.end(), 0);
                assert(gone == all);
            }
        }
    }
}

// A few removals are the first of many.
void fewer_removals_are_the_first() {
    Dice dice(2);
    const VectorSpace<double> space(rows_of<double>(dice, 200, 3, false), 3, {});
    const auto labels = labels_of(dice, 200, 2);
    const auto many = abel_removals(space, labels, 2, tenth(200), {0.5, 200}, 180, Auc::exact);
    const auto few = abel_removals(space, labels, 2, tenth(200), {0.5, 200}, 20, Auc::exact);
    assert(std::equal(few.begin(), few.end(), many.begin()) && few.size() == 20);
}

void nothing_to_do() {
    const std::vector<double> place = {0};
    const std::vector<std::uint32_t> label = {0};
    const VectorSpace<double> space(place, 1, {});
    assert(abel_removals(space, label, 1, {}, {1, 1}, 0, Auc::exact).empty());
    assert(abel_removals(space, label, 1, {}, {1, 1}, 1, Auc::exact) == std::vector<std::uint32_t>{0});
}

// Two judges, each beside a candidate of the other class and farther from one of its own.
void judges_score_by_what_is_near() {
    const std::vector<double> places = {0, 10, 0.5, 9.5, 1.5, 8.5};
    const std::vector<std::uint32_t> labels = {0, 1, 1, 0, 0, 1}, validation = {0, 1};
    const VectorSpace<double> space(places, 1, {});
    Judges judges(space, labels, 2, validation, true);
    judges.count(0.5);
    OneVsRestAuc auc(judges, 1);
    auc.sort_scores();
    assert(judges.score(0, 1) > 0.5 && judges.score(1, 1) < 0.5 && auc.worth() == 0);
    assert(auc.worth_without(0) == std::int64_t{1} << 41);
    judges.remove(0);
    auc.sort_scores();
    assert(judges.score(0, 1) == 0 && auc.worth() == std::int64_t{1} << 41);
    assert(judges.shares(0, 0).front().candidate == 2 && judges.left() == 3);
}

}  // namespace

int main() {
    all_go_but_the_judges();
    fewer_removals_are_the_first();
    nothing_to_do();
    judges_score_by_what_is_near();
}
