// Indexes made again of their parts, in memory of somebody else; and of parts that do not belong together.

#include <limits>
#include <numeric>

#include "check.hpp"
#include "neighbors/neighbor_index.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr std::size_t count = 100, width = 5, classes = 4;

ArrangedExemplars parts_of(Dice& dice, const Space& space) {
    const auto labels = labels_of(dice, space.size(), classes);
    std::vector<std::uint32_t> order(space.size());
    std::iota(order.rbegin(), order.rend(), 0u);
    return arrange({space, labels, order, classes, ProgressMarginTable({0.1, 0.2, 0.6, 0.9}, 2), "id"}, Fingerprint());
}

template <class T>
Shared<T> at(std::vector<T>& memory, std::size_t offset, std::span<const std::byte> bytes) {
    const std::span<T> place = std::span(memory).subspan(offset, bytes.size() / sizeof(T));
    std::memcpy(place.data(), bytes.data(), bytes.size());
    return {place, std::shared_ptr<const void>()};
}

Bytes answer_of(const NeighborIndex& index, const Bytes& record) {
    auto query = index.begin(Record(index.space().kind(), record));
    Budget budget(50, std::nullopt);
    query->refine(budget);
    return query->suspend();
}

template <class T>
void wherever_the_blocks_lie() {
    Dice dice(1);
    for (const auto metric : {VectorMetric::euclidean, VectorMetric::cosine}) {
        const VectorSpace<T> space(rows_of<T>(dice, count, width, false), width, {metric});
        ArrangedExemplars parts = parts_of(dice, space);
        const auto index = std::make_shared<NeighborIndex>(parts, 3);
        const auto kept = parts.space->blocks();
        const std::size_t inner = metric == VectorMetric::cosine ? width + 1 : width;
        std::vector<T> memory(kept.size() / sizeof(T) + 100);
        for (std::size_t offset = 0; offset < 64; offset += 3) {
            const Blocks<T> blocks(count, inner, at(memory, offset, kept));
            parts.space = std::make_shared<VectorSpace<T>>(blocks, width, VectorMetricParams{metric});
            const auto again = std::make_shared<NeighborIndex>(parts, 3);
            assert(answer_of(*again, space.record(7)) == answer_of(*index, space.record(7)));
        }
        for (const std::size_t rows : {std::size_t{0}, count - 10, count + 20}) {
            assert(throws<std::invalid_argument>([&] { Blocks<T>(rows, inner, at(memory, 0, kept)); }));
        }
        assert(throws<std::invalid_argument>(
            [&] { VectorSpace<T>(Blocks<T>(count, inner, at(memory, 0, kept)), width + 2, {metric}); }));
    }
}

/// Whatever numbers are in there, there is an answer.
template <class T>
void numbers_that_are_none() {
    Dice dice(2);
    std::vector<T> memory((count + 15) / 16 * 16 * width, std::numeric_limits<T>::quiet_NaN());
    const Shared<T> numbers(std::span<const T>(memory), nullptr);
    std::vector<std::shared_ptr<const Space>> spaces{
        std::make_shared<DtwSpace<T>>(Blocks<T>(count, width, numbers), 1)};
    for (const auto metric : {VectorMetric::euclidean, VectorMetric::manhattan, VectorMetric::minkowski,
                              VectorMetric::hamming, VectorMetric::mixed}) {
        for (const bool scaled : {false, true}) {
            spaces.push_back(std::make_shared<VectorSpace<T>>(Blocks<T>(count, width, numbers), width,
                                                              params_of(metric, width, scaled)));
        }
    }
    const std::vector<T> record(width, 1);
    for (const auto& space : spaces) {
        const auto index = std::make_shared<NeighborIndex>(parts_of(dice, *space), 3);
        const auto query = index->begin(Record(std::span<const T>(record)));
        assert(query->label() < classes && !query->neighbors().empty());
    }
}

void parts_that_do_not_belong_together() {
    Dice dice(3);
    const VectorSpace<float> space(rows_of<float>(dice, count, width, false), width, {});
    const ArrangedExemplars parts = parts_of(dice, space);
    const auto refused = [&](auto change) {
        ArrangedExemplars wrong = parts;
        change(wrong);
        return throws<InvalidBytes>([&] { NeighborIndex(wrong, 1); });
    };
    assert(!refused([](ArrangedExemplars&) {}));
    assert(refused([](ArrangedExemplars& wrong) { wrong.n_classes = 2; }));
    assert(refused([](ArrangedExemplars& wrong) { wrong.order = std::vector<std::uint32_t>(count - 1); }));
    assert(refused([](ArrangedExemplars& wrong) { wrong.labels = std::vector<std::uint32_t>(count + 1); }));
    assert(refused([](ArrangedExemplars& wrong) { wrong.labels = std::vector<std::uint32_t>(); }));
    std::vector<std::uint32_t> late(count);
    late.back() = 1;
    assert(refused([&](ArrangedExemplars& wrong) { wrong.labels = late; }));
    assert(throws<InvalidBytes>([&] { NeighborIndex(parts, 0); }));
}

}  // namespace

int main() {
    wherever_the_blocks_lie<float>();
    wherever_the_blocks_lie<double>();
    numbers_that_are_none<float>();
    numbers_that_are_none<double>();
    parts_that_do_not_belong_together();
}
