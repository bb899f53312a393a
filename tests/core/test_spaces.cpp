// Distances against naive ones, and scans that abandon early against scans that do not.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "check.hpp"
#include "distance/pairwise.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
double naive(VectorMetric metric, bool scaled, std::span<const T> a, std::span<const T> b) {
    double sum = 0, dot = 0, of_a = 0, of_b = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double plain = std::abs(double(a[i]) - double(b[i])), gap = scaled ? plain / 4 : plain;
        dot += double(a[i]) * b[i];
        of_a += double(a[i]) * a[i];
        of_b += double(b[i]) * b[i];
        switch (metric) {
            case VectorMetric::manhattan: sum += gap; break;
            case VectorMetric::minkowski: sum += gap * gap * gap; break;
            case VectorMetric::hamming: sum += plain != 0; break;
            case VectorMetric::mixed: sum += std::pow(std::min(1.0, plain / 4), 2); break;
            case VectorMetric::euclidean:
            case VectorMetric::cosine: sum += gap * gap; break;
        }
    }
    switch (metric) {
        case VectorMetric::manhattan: return sum;
        case VectorMetric::minkowski: return std::cbrt(sum);
        case VectorMetric::hamming: return sum / double(a.size());
        case VectorMetric::cosine: break;
        case VectorMetric::euclidean:
        case VectorMetric::mixed: return std::sqrt(sum);
    }
    if (of_a == 0 || of_b == 0) return of_a == of_b ? 0 : 1;
    return 1 - dot / std::sqrt(of_a * of_b);
}

template <class T>
void sums_are_what_they_should_be() {
    Dice dice(1);
    for (const auto metric : {VectorMetric::euclidean, VectorMetric::manhattan, VectorMetric::minkowski,
                              VectorMetric::hamming, VectorMetric::cosine, VectorMetric::mixed}) {
        for (const std::size_t width : {1, 2, 15, 16, 17, 166}) {
            for (const std::size_t count : {1, 15, 16, 17, 40}) {
                const bool scaled = dice.below(2) == 0;
                const auto rows = rows_of<T>(dice, count, width, dice.below(2) == 0);
                const VectorSpace<T> space(rows, width, params_of(metric, width, scaled));
                const std::span<const T> first(rows.data(), width);
                const auto measured = distances(space, Record(first));
                for (std::size_t row = 0; row < count; ++row) {
                    const double expected = naive(metric, scaled, first, std::span(rows).subspan(row * width, width));
                    assert(std::abs(measured[row] - expected) <= 1e-3 * (expected + 1e-2));
                }
            }
        }
    }
}

template <class T>
void warping_without_room_is_euclidean() {
    Dice dice(2);
    const auto rows = rows_of<T>(dice, 37, 23, false);
    const DtwSpace<T> warped(rows, 23, 0);
    const VectorSpace<T> plain(rows, 23, {});
    const Record first(std::span<const T>(rows.data(), 23));
    const auto a = distances(warped, first), b = distances(plain, first);
    for (std::size_t row = 0; row < a.size(); ++row) assert(std::abs(a[row] - b[row]) <= 1e-4 * (b[row] + 1e-3));
}

template <class T>
void a_turned_outline_is_the_same() {
    Dice dice(3);
    for (const std::size_t length : {1, 2, 7, 16, 33, 130}) {
        auto rows = rows_of<T>(dice, 1, length, false);
        const RotationSpace<T> space(rows, length, false), mirrored(rows, length, true);
        std::rotate(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(length / 3), rows.end());
        assert(distances(space, Record(std::span<const T>(rows)))[0] == 0);
        std::reverse(rows.begin(), rows.end());
        assert(distances(mirrored, Record(std::span<const T>(rows)))[0] == 0);
    }
}

// What a bounded scan reports is what an unbounded one reports below the bound, for any range of rows.
void abandoning_changes_nothing() {
    Dice dice(4);
    for (int round = 0; round < 12; ++round) {
        const std::size_t count = 1 + dice.below(70);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const std::size_t asked = dice.below(static_cast<std::uint32_t>(count));
            const auto probe = space->probe_row(asked, *space);
            const auto all = reduced_distances(*space, asked);
            for (int scan = 0; scan < 12; ++scan) {
                const std::size_t first = dice.below(static_cast<std::uint32_t>(count));
                const std::size_t length = dice.below(static_cast<std::uint32_t>(count - first) + 1);
                const double bound = scan % 3 == 0 ? infinity : all[dice.below(static_cast<std::uint32_t>(count))];
                std::vector<Hit> hits(length);  // exactly the room that was promised
                const std::size_t found = probe->scan(first, length, bound, hits.data());
                std::size_t expected = 0;
                for (std::size_t row = first; row < first + length; ++row) {
                    if (all[row] >= bound) continue;
                    assert(expected < found && hits[expected].row == row && hits[expected].distance == all[row]);
                    ++expected;
                }
                assert(found == expected);
            }
        }
    }
}

void selected_rows_keep_their_distances() {
    Dice dice(5);
    for (const auto& space : spaces_of(dice, 50, false)) {
        std::vector<std::uint32_t> chosen;
        for (int i = 0; i < 20; ++i) chosen.push_back(dice.below(50));
        const auto some = space->select(chosen);
        assert(some->size() == 20 && some->kind() == space->kind() && some->nbytes() > 0);
        const auto all = reduced_distances(*space, chosen[3]);
        const auto own = reduced_distances(*some, 3);
        std::vector<Hit> hits(20);
        assert(some->probe_row(chosen[3], *space)->scan(0, 20, infinity, hits.data()) == 20);
        for (std::size_t i = 0; i < 20; ++i) {
            assert(own[i] == all[chosen[i]] && hits[i].distance == own[i]);
            assert(some->record(i) == space->record(chosen[i]));
        }
        assert(space->select({})->size() == 0);
    }
}

void a_record_is_its_row() {
    Dice dice(6);
    for (const auto& space : spaces_of(dice, 20, true)) {
        const Bytes record = space->record(7);
        const auto asked = distances(*space, record_of(*space, record));
        const auto row = reduced_distances(*space, 7);
        for (std::size_t i = 0; i < 20; ++i) assert(asked[i] == space->distance(row[i]));
        assert(space->grain() > 0);
    }
}

void strange_records_are_refused() {
    Dice dice(7);
    const Bytes odd(3);
    for (const auto& space : spaces_of(dice, 5, true)) {
        if (space->kind() == Record::Kind::bytes) {
            const std::vector<float> row(1);
            assert(throws<InvalidRecord>([&] { (void)space->probe(Record(std::span<const float>(row))); }));
            continue;
        }
        assert(throws<InvalidRecord>([&] { (void)space->probe(record_of(*space, odd)); }));
        assert(throws<InvalidRecord>([&] { (void)space->probe(Record(std::span<const std::byte>(odd))); }));
        Bytes record = space->record(0);
        const bool is_float = space->kind() == Record::Kind::float32;
        const float small = std::numeric_limits<float>::infinity();
        const double large = infinity;
        std::memcpy(record.data(), is_float ? static_cast<const void*>(&small) : &large, is_float ? 4 : 8);
        assert(throws<InvalidRecord>([&] { (void)space->probe(record_of(*space, record)); }));
    }
    assert(throws<InvalidRecord>([&] { EditSpace(std::vector<Bytes>{odd}); }));
    const ForeignSpace lost({odd}, [](auto, auto) { return std::nan(""); });
    assert(throws<InvalidRecord>([&] { (void)reduced_distances(lost, 0); }));
}

void what_no_square_holds_is_refused() {
    const std::vector<float> rows{0, 1e17f, 0, 2e17f}, near(rows.begin(), rows.begin() + 2);
    const Record beyond(std::span<const float>(rows).last(2));
    for (const auto metric : {VectorMetric::euclidean, VectorMetric::manhattan, VectorMetric::minkowski}) {
        assert(throws<InvalidRecord>([&] { VectorSpace<float>(rows, 2, {metric, 3}); }));
        assert(throws<InvalidRecord>([&] { (void)VectorSpace<float>(near, 2, {metric, 3}).probe(beyond); }));
    }
    assert(throws<InvalidRecord>([&] { RotationSpace<float>(rows, 2, false); }));
    assert(throws<InvalidRecord>([&] { DtwSpace<float>(rows, 2, 0); }));
}

void overflow_is_far_but_finite() {
    using T = double;
    constexpr T huge = std::numeric_limits<T>::max() / 2;
    const std::vector<T> rows{huge, huge, -huge, -huge, huge, -huge};
    const auto far = [&](const Space& space) {
        for (std::size_t row = 0; row < 3; ++row) {
            const auto all = reduced_distances(space, row);
            for (std::size_t other = 0; other < 3; ++other) {
                assert(std::isfinite(all[other]) && (other == row ? all[other] == 0 : all[other] > 0));
            }
        }
    };
    far(VectorSpace<T>(rows, 2, {}));
    far(VectorSpace<T>(rows, 2, {VectorMetric::manhattan}));
    far(VectorSpace<T>(rows, 2, {VectorMetric::minkowski, 3}));
    far(RotationSpace<T>(rows, 2, false));
    far(DtwSpace<T>(rows, 2, 0));
}

/// Few rows, and enough to lie in large pages.
void blocks_begin_at_cache_lines_with_zeros() {
    for (const std::size_t rows : {1, 17, 70'000}) {
        Blocks<float> blocks(rows, 16);
        assert(reinterpret_cast<std::uintptr_t>(blocks.block(0)) % 64 == 0);
        assert(std::ranges::all_of(blocks.numbers(), [](float number) { return number == 0; }));
        const std::vector<float> row(16, 1.5f);
        std::vector<float> found(16);
        blocks.set(rows - 1, row);
        const Blocks<float> grown = blocks.resized(rows + 16);
        grown.get(rows - 1, found);
        assert(found == row && grown.rows() == rows + 16);
    }
}

/// Between two looks at the clock there are several grants, but only of rows so narrow that each is short.
void wide_rows_are_not_even() {
    for (const auto& [width, metric, pace] : {std::tuple{16, VectorMetric::euclidean, Pace::even},
                                              {512, VectorMetric::manhattan, Pace::even},
                                              {513, VectorMetric::euclidean, Pace::uneven},
                                              {16, VectorMetric::minkowski, Pace::even},
                                              {17, VectorMetric::minkowski, Pace::uneven}}) {
        const std::vector<float> row(static_cast<std::size_t>(width), 1);
        assert(VectorSpace<float>(row, row.size(), {metric, 3}).pace() == pace);
    }
}

}  // namespace

int main() {
    wide_rows_are_not_even();
    blocks_begin_at_cache_lines_with_zeros();
    sums_are_what_they_should_be<float>();
    sums_are_what_they_should_be<double>();
    warping_without_room_is_euclidean<float>();
    warping_without_room_is_euclidean<double>();
    a_turned_outline_is_the_same<float>();
    a_turned_outline_is_the_same<double>();
    abandoning_changes_nothing();
    selected_rows_keep_their_distances();
    a_record_is_its_row();
    strange_records_are_refused();
    what_no_square_holds_is_refused();
    overflow_is_far_but_finite();
}
