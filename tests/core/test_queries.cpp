// Queries: any split of the work, suspended anywhere; and suspended bytes that somebody has changed.

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

#include "batch.hpp"
#include "check.hpp"
#include "neighbors/neighbor_index.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

std::shared_ptr<NeighborIndex> index_of(Dice& dice, const Space& space, std::uint32_t classes, std::size_t k,
                                        const std::string& identity = "") {
    auto labels = labels_of(dice, space.size(), classes);
    std::vector<std::uint32_t> order(space.size());
    std::iota(order.begin(), order.end(), 0u);
    for (std::uint32_t i = 0; i < order.size(); ++i) {
        std::swap(order[i], order[dice.below(static_cast<std::uint32_t>(order.size()))]);
    }
    return std::make_shared<NeighborIndex>(
        Exemplars{space, labels, order, classes, ProgressMarginTable({0.1, 0.2, 0.6, 0.9}, 2), identity}, k);
}

void refine(Query& query, std::optional<std::uint64_t> steps) {
    Budget budget(steps, std::nullopt);
    query.refine(budget);
}

/// Whatever it is, it must be possible to ask everything of it, and to go on.
void use(Query& query, const NeighborIndex& index) {
    for (const std::optional<std::uint64_t> steps :
         {std::optional<std::uint64_t>(0), std::optional<std::uint64_t>(3), std::optional<std::uint64_t>()}) {
        assert(query.label() < index.n_classes());
        const auto shares = query.proba();
        assert(shares.size() == index.n_classes());
        for (const double share : shares) assert(share >= 0 && share <= 1);
        assert(query.confidence() >= 0 && query.confidence() <= 1);
        assert(query.margin() >= 0 && query.margin() <= 1);
        assert(!query.neighbors().empty() && query.neighbors().size() <= index.k());
        for (const std::uint64_t row : query.neighbors()) assert(row < index.size());
        assert(query.steps() >= index.opening() && query.steps() <= index.size());
        assert(query.stop() <= Stop::seconds);
        (void)query.suspend();
        refine(query, steps);
    }
    assert(query.done() && query.confidence() == 1);
}

void splits_do_not_matter() {
    Dice dice(1);
    for (int round = 0; round < 6; ++round) {
        const std::size_t count = 1 + dice.below(300);
        for (const auto& space : spaces_of(dice, count, round % 2 == 0)) {
            const auto index = index_of(dice, *space, 1 + dice.below(4), 1 + dice.below(5));
            const Bytes record = space->record(dice.below(static_cast<std::uint32_t>(count)));
            auto straight = index->begin(record_of(*space, record));
            auto broken = index->begin(record_of(*space, record));
            while (!straight->done()) {
                const std::uint64_t steps = 1 + dice.below(60);
                refine(*straight, steps);
                for (std::uint64_t i = 0; i < steps; ++i) refine(*broken, 1);
                broken = index->resume(broken->suspend());
                assert(broken->suspend() == straight->suspend());
                assert(broken->label() == straight->label() && broken->neighbors() == straight->neighbors());
                assert(broken->confidence() == straight->confidence() && broken->proba() == straight->proba());
            }
            use(*broken, *index);
        }
    }
}

void fix_checksum(Bytes& bytes) {
    constexpr std::size_t size = sizeof(std::uint64_t);
    if (bytes.size() < size) return;
    const std::uint64_t sum = Fingerprint().add(std::as_bytes(std::span(bytes).first(bytes.size() - size))).value();
    std::memcpy(bytes.data() + bytes.size() - size, &sum, size);
}

Bytes mutated(Dice& dice, Bytes bytes) {
    for (std::uint32_t changes = 1 + dice.below(3); changes > 0; --changes) {
        const std::uint32_t place = dice.below(static_cast<std::uint32_t>(bytes.size()));
        const auto at = bytes.begin() + place;
        switch (dice.below(6)) {
            case 0: *at ^= std::byte(1u << dice.below(8)); break;
            case 1: *at = std::byte(dice.below(256)); break;
            case 2: *at = std::byte(dice.below(2) == 0 ? 0 : 255); break;
            case 3: bytes.erase(at); break;
            case 4: bytes.insert(at, std::byte(dice.below(256))); break;
            default: bytes.resize(place + 1); break;
        }
        if (bytes.empty()) bytes.push_back(std::byte(0));
    }
    return bytes;
}

// Bytes that were changed by accident are always refused.
void accidents_are_noticed() {
    Dice dice(2);
    for (const auto& space : spaces_of(dice, 30, true)) {
        const auto index = index_of(dice, *space, 3, 3);
        const auto query = index->begin(record_of(*space, space->record(0)));
        refine(*query, 5);
        const Bytes good = query->suspend();
        for (std::size_t length = 0; length < good.size(); ++length) {
            assert(throws<InvalidBytes>([&] { (void)index->resume(std::span(good).first(length)); }));
        }
        for (int turn = 0; turn < 300; ++turn) {
            const Bytes bad = mutated(dice, good);
            assert(bad == good || throws<InvalidBytes>([&] { (void)index->resume(bad); }));
        }
    }
}

// Bytes that were changed on purpose, with the right checksum, are refused or make a query that can be used.
void forgeries_do_no_harm() {
    Dice dice(3);
    std::size_t accepted = 0, refused = 0;
    for (int round = 0; round < 4; ++round) {
        const std::size_t count = 1 + dice.below(40);
        for (const auto& space : spaces_of(dice, count, true)) {
            const auto index = index_of(dice, *space, 1 + dice.below(3), 1 + dice.below(50));
            const auto query = index->begin(record_of(*space, space->record(0)));
            refine(*query, dice.below(20));
            const Bytes good = query->suspend();
            for (int turn = 0; turn < 400; ++turn) {
                Bytes bad = mutated(dice, good);
                // The fingerprint of the model comes after eight bytes of format: mend both to get past them.
                if (bad.size() >= 16) std::copy_n(good.begin(), 16, bad.begin());
                fix_checksum(bad);
                try {
                    use(*index->resume(bad), *index);
                    ++accepted;
                } catch (const InvalidBytes&) {
                    ++refused;
                }
            }
        }
    }
    assert(accepted > 0 && refused > 0);
}

// A count of neighbours, a place or a distance that no query can have is refused.
void impossible_states_are_refused() {
    Dice dice(4);
    const VectorSpace<double> space(rows_of<double>(dice, 30, 2, true), 2, {});
    const auto index = index_of(dice, space, 2, 3);
    const auto query = index->begin(record_of(space, space.record(0)));
    refine(*query, 5);
    const Bytes good = query->suspend();
    // format 8, fingerprint 8, place 8, stop 1, length 8, record 16, count 8, then distance 8, place 4 of each
    // neighbour
    const auto forged = [&]<class T>(std::size_t at, T value) {
        Bytes bad = good;
        std::memcpy(bad.data() + at, &value, sizeof(value));
        fix_checksum(bad);
        return throws<InvalidBytes>([&] { (void)index->resume(bad); });
    };
    assert(forged(0, std::uint64_t{1}));
    assert(forged(8, std::uint64_t{1}));
    assert(forged(16, std::uint64_t{31}));
    assert(forged(16, std::uint64_t{1}));
    assert(forged(16, ~std::uint64_t{0}));
    assert(forged(24, std::uint8_t{4}));
    assert(forged(25, std::uint64_t{8}));  // half a record
    assert(forged(25, ~std::uint64_t{0}));
    assert(forged(49, std::uint64_t{4}));
    assert(forged(49, ~std::uint64_t{0}));
    assert(forged(65, std::uint32_t{30}));
    assert(forged(49, std::uint64_t{0}));                          // nobody would vote
    assert(forged(57, std::numeric_limits<double>::quiet_NaN()));  // no distance
    assert(forged(65, std::uint32_t{20}));                         // a row that was not read yet
}

void models_do_not_share_queries() {
    Dice dice(5);
    const auto rows = rows_of<double>(dice, 20, 3, true);
    const VectorSpace<double> space(rows, 3, {});
    const auto index = index_of(dice, space, 2, 1);
    const Bytes suspended = index->begin(record_of(space, space.record(0)))->suspend();
    for (int other = 0; other < 5; ++other) {
        const auto stranger = index_of(dice, space, 2, 1);
        assert(throws<InvalidBytes>([&] { (void)stranger->resume(suspended); }));
    }
    const auto same_order = [&](const std::string& identity, std::size_t k) {
        Dice again(6);
        return index_of(again, space, 2, k, identity);
    };
    const Bytes own = same_order("euclidean", 1)->begin(record_of(space, space.record(0)))->suspend();
    assert(same_order("euclidean", 1)->resume(own)->steps() == 2);
    assert(throws<InvalidBytes>([&] { (void)same_order("euclidean", 2)->resume(own); }));
    assert(throws<InvalidBytes>([&] { (void)same_order("manhattan", 1)->resume(own); }));
}

void batches_equal_single_queries() {
    Dice dice(7);
    for (const auto& space : spaces_of(dice, 120, false)) {
        const auto index = index_of(dice, *space, 3, 3);
        std::vector<Bytes> bytes;
        for (std::size_t row = 0; row < 60; ++row) bytes.push_back(space->record(row));
        std::vector<Record> records;
        for (const Bytes& record : bytes) records.push_back(record_of(*space, record));
        const std::vector<std::uint64_t> checkpoints{0, 10, 50, 120, 500};
        const Trace traced = trace({*index, records}, checkpoints);
        for (std::size_t column = 0; column < checkpoints.size(); ++column) {
            const auto labels = predict({*index, records}, {checkpoints[column], std::nullopt});
            const auto shares = predict_proba({*index, records}, {checkpoints[column], std::nullopt});
            for (std::size_t row = 0; row < records.size(); ++row) {
                const auto query = index->begin(records[row]);
                refine(*query, std::max<std::uint64_t>(checkpoints[column], index->opening()) - index->opening());
                assert(query->label() == labels[row]);
                assert(query->label() == traced.labels[row * checkpoints.size() + column]);
                assert(query->margin() == traced.margins[row * checkpoints.size() + column]);
                const auto share = query->proba();
                assert(std::equal(share.begin(), share.end(), shares.begin() + static_cast<std::ptrdiff_t>(3 * row)));
            }
        }
        if (space->kind() == Record::Kind::bytes) continue;
        const Bytes odd(3);
        records.emplace_back(space->kind(), odd);
        assert(throws<InvalidRecord>([&] { (void)predict({*index, records}, {std::nullopt, std::nullopt}); }));
    }
}

void threads_share_a_model() {
    Dice dice(8);
    const VectorSpace<float> space(rows_of<float>(dice, 500, 5, false), 5, {});
    const auto index = index_of(dice, space, 4, 3);
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t row = thread; row < 100; ++row) {
                const Bytes record = space.record(row);
                auto query = index->begin(record_of(space, record));
                refine(*query, 100);
                query = index->resume(query->suspend());
                refine(*query, std::nullopt);
                assert(query->neighbors()[0] < 500);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
}

}  // namespace

int main() {
    splits_do_not_matter();
    accidents_are_noticed();
    batches_equal_single_queries();
    threads_share_a_model();
    forgeries_do_no_harm();
    models_do_not_share_queries();
    impossible_states_are_refused();
}
