// Parzen queries: the sums of kernels, any split of the work, suspended anywhere; and bytes that somebody has changed.

#include <cmath>
#include <cstring>
#include <numeric>
#include <thread>

#include "check.hpp"
#include "density/squared_space.hpp"
#include "parzen/parzen_index.hpp"
#include "scan/scan_query.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

std::shared_ptr<ParzenIndex> index_of(const Space& space, std::span<const std::uint32_t> labels, std::size_t classes,
                                      Bandwidth bandwidth) {
    std::vector<std::uint32_t> order(space.size());
    std::iota(order.begin(), order.end(), 0u);
    return std::make_shared<ParzenIndex>(
        Exemplars{space, labels, order, classes, ProgressMarginTable({0.1, 0.2, 0.6, 0.9}, 2), ""}, bandwidth);
}

void refine(Query& query, std::optional<std::uint64_t> steps) {
    Budget budget(steps, std::nullopt);
    query.refine(budget);
}

/// Of every kind of space one that gives squared distances.
std::vector<std::unique_ptr<Space>> squared_spaces(Dice& dice, std::size_t count) {
    auto spaces = spaces_of(dice, count, true);
    for (auto& space : spaces) {
        if (!space->squared()) space = std::make_unique<SquaredSpace>(std::move(space));
    }
    return spaces;
}

void shares_are_of_the_kernels() {
    const std::vector<double> places = {0, 3, 1};
    const std::vector<std::uint32_t> labels = {0, 2, 0};
    const auto index = index_of(VectorSpace<double>(places, 1, {}), labels, 3, {1, 3});
    const double x = 1;
    const auto query = index->begin(Record(std::span(&x, 1)));
    assert(query->steps() == 2 && !query->done());
    refine(*query, std::nullopt);
    const double near = 1 + std::exp(-0.5), far = std::exp(-2.0);
    const auto shares = query->proba();
    assert(std::abs(shares[0] - near / (near + far)) < 1e-15 && shares[1] == 0);
    assert((query->label() == 0 && query->neighbors() == std::vector<std::uint64_t>{2, 0, 1}));
}

void classes_without_exemplars_have_no_share() {
    const std::vector<double> places = {0, 1};
    const std::vector<std::uint32_t> labels = {0, 2};
    const auto index = index_of(VectorSpace<double>(places, 1, {}), labels, 4, {1, 2});
    const double x = 1e9;
    const auto query = index->begin(Record(std::span(&x, 1)));
    const auto shares = query->proba();
    assert(shares[0] == 0.5 && shares[2] == std::nextafter(0.5, 1) && shares[1] + shares[3] == 0);
    assert(query->label() == 2 && query->margin() == 0);
}

void squares_are_of_the_distances() {
    Dice dice(2);
    for (auto& space : spaces_of(dice, 40, false)) {
        const std::shared_ptr<const Space> plain = std::move(space);
        const SquaredSpace squared(plain);
        const std::vector<std::uint32_t> rows = {3, 1, 39};
        const auto some = squared.select(rows);
        std::vector<double> reduced(3), squares(3);
        plain->select(rows)->probe_row(0, *plain)->measure(0, 3, reduced.data());
        some->probe_row(0, squared)->measure(0, 3, squares.data());
        std::vector<Hit> hits(3);
        const std::size_t found = some->probe_row(0, squared)->scan(0, 3, squares[1], hits.data());
        for (std::size_t i = 0; i < 3; ++i) {
            assert(squares[i] == std::pow(plain->distance(reduced[i]), 2));
            assert(std::abs(some->distance(squares[i]) - plain->distance(reduced[i])) < 1e-12);
        }
        for (std::size_t i = 0; i < found; ++i) assert(hits[i].distance < squares[1]);
        assert(some->record(1) == plain->record(1) && some->nbytes() > 0);
    }
}

void splits_do_not_matter() {
    Dice dice(3);
    for (const auto& space : squared_spaces(dice, 150)) {
        const auto labels = labels_of(dice, space->size(), 3);
        const auto index = index_of(*space, labels, 3, {1, 100});
        const Bytes bytes = space->record(7);
        const Record record(space->kind(), bytes);
        const auto straight = index->begin(record);
        std::unique_ptr<Query> broken = index->begin(record);
        while (!straight->done()) {
            const std::uint64_t steps = 1 + dice.below(60);
            refine(*straight, steps);
            for (std::uint64_t i = 0; i < steps; ++i) refine(*broken, 1);
            broken = index->resume(broken->suspend());
            assert(broken->suspend() == straight->suspend() && broken->proba() == straight->proba());
            assert(broken->margin() >= 0 && broken->margin() <= 1);
        }
    }
}

// Bytes that were changed on purpose, with the right checksum, are refused or make a query that can be used.
void forgeries_do_no_harm() {
    Dice dice(4);
    const VectorSpace<double> space(rows_of<double>(dice, 30, 2, true), 2, {});
    const auto index = index_of(space, labels_of(dice, 30, 3), 3, {1, 30});
    const Bytes record = space.record(0);
    const auto query = index->begin(Record(space.kind(), record));
    refine(*query, 9);
    const Bytes good = query->suspend();
    constexpr std::size_t checksum = sizeof(std::uint64_t);
    std::size_t refused = 0;
    for (std::size_t place = 2 * sizeof(std::uint64_t); place + checksum < good.size(); ++place) {
        for (const unsigned change : {0x01u, 0x40u, 0x80u, 0xffu}) {
            Bytes bad = good;
            bad[place] ^= std::byte(change);
            const auto body = std::as_bytes(std::span(bad).first(bad.size() - checksum));
            const std::uint64_t sum = Fingerprint().add(body).value();
            std::memcpy(bad.data() + body.size(), &sum, checksum);
            try {
                const auto forged = index->resume(bad);
                assert(forged->label() < 3 && forged->margin() >= 0 && forged->margin() <= 1);
                assert(forged->neighbors().size() == 5);
                refine(*forged, std::nullopt);
                assert(forged->done());
            } catch (const InvalidBytes&) {
                ++refused;
            }
        }
    }
    assert(refused > 0);
    assert(throws<InvalidBytes>([&] { (void)index_of(space, labels_of(dice, 30, 3), 3, {1, 31})->resume(good); }));
}

void threads_share_a_model() {
    Dice dice(5);
    const VectorSpace<float> space(rows_of<float>(dice, 400, 5, false), 5, {});
    const auto index = index_of(space, labels_of(dice, 400, 4), 4, {0.5, 400});
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t row = thread; row < 60; ++row) {
                const Bytes record = space.record(row);
                const auto query = index->begin(Record(space.kind(), record));
                refine(*query, std::nullopt);
                assert(query->neighbors()[0] == row);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main() {
    shares_are_of_the_kernels();
    classes_without_exemplars_have_no_share();
    squares_are_of_the_distances();
    splits_do_not_matter();
    forgeries_do_no_harm();
    threads_share_a_model();
}
