#include <cmath>
#include <cstring>
#include <thread>

#include "bayes_tree/bayes_query.hpp"
#include "bayes_tree/forest_file.hpp"
#include "bayes_tree/level.hpp"
#include "check.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr std::size_t width = 5, n_classes = 3, fanout = 4;

template <class T>
struct Sample {
    Sample(Dice& dice, std::size_t count, bool whole)
        : values(rows_of<T>(dice, count, width, whole)), labels(labels_of(dice, count, n_classes)) {}

    [[nodiscard]] LabelledRows<T> rows() const { return {values, width, labels}; }
    [[nodiscard]] Record record(std::size_t i) const { return rows().row(i); }

    std::vector<T> values;
    std::vector<std::uint32_t> labels;
};

template <class T>
std::shared_ptr<BayesTree<T>> model_of(const Forest<T>& forest, Decision decision) {
    const typename BayesTree<T>::Rules rules{{BandwidthRule::Name::factor, 0.1}, false, decision};
    return std::make_shared<BayesTree<T>>(std::make_shared<Forest<T>>(forest), rules,
                                          ProgressMarginTable(std::vector<double>(4, 0.5), 2), "");
}

template <class T>
std::vector<double> answers(const Model& model, const Sample<T>& sample, std::uint64_t steps) {
    std::vector<double> all;
    for (std::size_t i = 0; i < 20; ++i) {
        const auto query = model.begin(sample.record(i));
        Budget budget(steps, std::nullopt);
        query->refine(budget);
        for (const double share : query->proba()) all.push_back(share);
    }
    return all;
}

template <class T>
void a_forest_survives_its_successors() {
    Dice dice(1);
    const Sample<T> first(dice, 300, false), second(dice, 700, true);
    const std::vector<std::uint32_t> same = {0, 1, 2};
    for (const Build build : {Build::em, Build::r}) {
        const auto forest = Forest<T>::built(first.rows(), n_classes, fanout, build).blocked({3, 2});
        const Bytes before = flat(forest);
        const auto model = model_of(forest, Decision::ens);
        const auto expected = answers(*model, first, 30);
        std::thread reader([&] { assert(answers(*model, first, 30) == expected); });
        const Forest<T> more = forest.inserted(second.rows(), same, n_classes);
        reader.join();
        assert(flat(forest) == before && more.n_rows() == 1000);
    }
}

template <class T>
void a_flat_forest_is_the_same() {
    Dice dice(2);
    const Sample<T> sample(dice, 400, true);
    const auto plain = Forest<T>::built(sample.rows(), n_classes, fanout, Build::em);
    const auto forest = plain.blocked({3, 2});
    const auto bytes = std::make_shared<const Bytes>(flat(forest));
    const Forest<T> again = opened<T>(std::shared_ptr<const std::byte>(bytes, bytes->data()), bytes->size());
    for (const Decision decision : {Decision::bt, Decision::ens, Decision::nn}) {
        assert(answers(*model_of(forest, decision), sample, 25) == answers(*model_of(again, decision), sample, 25));
    }
    for (const std::size_t length : {std::size_t{3}, std::size_t{40}, bytes->size() / 2}) {
        assert(throws<InvalidBytes>([&] { (void)opened<T>({bytes, bytes->data()}, length); }));
    }
}

/// Every group of a level twice as heavy and moved by one.
template <class T>
Forest<T> moved(const Forest<T>& forest, std::size_t depth) {
    std::vector<double> weights, means, variances;
    for (std::size_t label = 0; label < n_classes; ++label) {
        for (const Place<T>& place : level(forest.tree(label), depth)) {
            weights.push_back(2);
            for (const double mean : place.entry.mean) means.push_back(mean + 1);
            variances.insert(variances.end(), place.entry.variance.begin(), place.entry.variance.end());
        }
    }
    return forest.adjusted(depth, {weights, means, variances});
}

template <class T>
void adjusted_groups_are_kept() {
    Dice dice(4);
    const Sample<T> sample(dice, 300, false);
    const auto plain = Forest<T>::built(sample.rows(), n_classes, fanout, Build::em);
    const Forest<T> forest = moved(moved(plain.blocked({3, 2}), 0), 1);
    assert(forest.fingerprint() != plain.fingerprint());
    for (std::size_t label = 0; label < n_classes; ++label) {
        const auto& shape = forest.tree(label).root().shape;
        assert(shape && shape->weight == 2 && !shape->blocks.empty());
        assert(shape->mean[0] == plain.tree(label).root().mean[0] + 1);
    }
    const auto bytes = std::make_shared<const Bytes>(flat(forest));
    const Forest<T> again = opened<T>({bytes, bytes->data()}, bytes->size());
    assert(answers(*model_of(forest, Decision::ens), sample, 9) == answers(*model_of(again, Decision::ens), sample, 9));
}

template <class T>
void nonsense_in_pages_does_no_harm() {
    Dice dice(5);
    const Sample<T> sample(dice, 300, true);
    const Bytes whole = flat(Forest<T>::built(sample.rows(), n_classes, fanout, Build::em).blocked({3, 2}));
    std::uint64_t head;
    std::memcpy(&head, whole.data() + 8, sizeof head);
    const std::size_t pages = (16 + head + 4095) / 4096 * 4096;
    const auto words = static_cast<std::uint32_t>((whole.size() - pages) / 8);
    for (int round = 0; round < 50; ++round) {
        auto bytes = std::make_shared<Bytes>(whole);
        for (int i = 0; i < 200; ++i) {
            const std::size_t to = pages + 8 * dice.below(words), from = pages + 8 * dice.below(words);
            std::memcpy(bytes->data() + to, whole.data() + from, 8);
        }
        const Forest<T> forest = opened<T>({bytes, bytes->data()}, bytes->size());
        for (const double share : answers(*model_of(forest, Decision::ens), sample, 100000)) {
            assert(std::isfinite(share));
        }
        (void)forest.sound();
    }
}

/// The same bytes, but for one word of the head, and sealed again.
Bytes forged(const Bytes& whole, std::size_t place, std::uint64_t word) {
    constexpr std::size_t preface = 16, seal = 8;
    std::uint64_t length;
    std::memcpy(&length, whole.data() + 8, sizeof length);
    Bytes head(whole.begin() + preface, whole.begin() + static_cast<std::ptrdiff_t>(preface + length - seal));
    std::memcpy(head.data() + place, &word, sizeof word);
    Writer sealed;
    sealed.put(std::span<const std::byte>(head));
    const Bytes anew = std::move(sealed).finish();
    Bytes all = whole;
    std::ranges::copy(anew, all.begin() + preface);
    return all;
}

template <class T>
void forged_heads_do_no_harm() {
    Dice dice(4);
    const Sample<T> sample(dice, 200, false);
    const Bytes whole = flat(Forest<T>::built(sample.rows(), n_classes, fanout, Build::em).blocked({3, 2}));
    std::size_t refused = 0;
    for (std::size_t place = 0; place < 400; place += 8) {
        for (const std::uint64_t word : {0ull, 1ull, 8ull, 1ull << 20, 1ull << 62}) {
            const auto bytes = std::make_shared<const Bytes>(forged(whole, place, word));
            try {
                const Forest<T> forest = opened<T>({bytes, bytes->data()}, bytes->size());
                for (const double share : answers(*model_of(forest, Decision::ens), sample, 1000)) {
                    assert(std::isfinite(share));
                }
                (void)forest.sound();
            } catch (const InvalidBytes&) {
                ++refused;
            } catch (const InvalidRecord&) {  // of another width
                ++refused;
            }
        }
    }
    assert(refused > 20);
}

/// The forest with another shape of the root of a class.
template <class T>
Forest<T> shaped(const Forest<T>& forest, std::size_t label, const Block& block) {
    typename Forest<T>::Trees trees;
    for (std::size_t i = 0; i < n_classes; ++i) {
        const auto tree = std::make_shared<ClassTree<T>>(forest.tree(i));
        Entry<T> root = tree->root();
        if (i == label) root.shape = std::make_shared<const Shape>(Shape{1, {}, {}, {block}});
        tree->set_root(std::move(root));
        trees.push_back(tree);
    }
    return {width, fanout, std::move(trees), 1};
}

template <class T>
bool opens(const Bytes& whole) {
    const auto bytes = std::make_shared<const Bytes>(whole);
    return !throws<InvalidBytes>([&] { (void)opened<T>({bytes, bytes->data()}, bytes->size()); });
}

template <class T>
void forged_shapes_are_refused() {
    Dice dice(6);
    Sample<T> sample(dice, 100, false);
    for (std::uint32_t& label : sample.labels) label = std::min(label, 1u);  // the last class has no rows
    const auto forest = Forest<T>::built(sample.rows(), n_classes, fanout, Build::em);
    assert(opens<T>(flat(shaped(forest, 0, {{0, 2}, {1, 0, 0, 1}}))));
    assert(!opens<T>(flat(shaped(forest, 2, {{0, 2}, {1, 0, 0, 1}}))));
    for (const std::vector<std::uint32_t>& features : {std::vector(40, 0u), {2, 0}, {0, width}, {}}) {
        const std::vector<double> correlations(features.size() * features.size());
        assert(!opens<T>(flat(shaped(forest, 0, {features, correlations}))));
    }
}

/// More of them than there are groups would take a thousand times the memory of the file.
template <class T>
void shapes_of_no_groups_are_refused() {
    Dice dice(9);
    const Sample<T> sample(dice, 1000, false);
    const auto forest = Forest<T>::built(sample.rows(), n_classes, fanout, Build::em);
    const auto shape = std::make_shared<const Shape>();
    for (const std::size_t place : {std::size_t{fanout - 1}, std::size_t{1000}}) {
        typename Forest<T>::Trees trees;
        for (std::size_t label = 0; label < n_classes; ++label) {
            const auto tree = std::make_shared<ClassTree<T>>(forest.tree(label));
            for (Pages::Address address = 0; address < 8 * 500; address += 8) tree->reshape(address, place, shape);
            trees.push_back(tree);
        }
        assert(!opens<T>(flat(Forest<T>(width, 2000, std::move(trees), 1))));
    }
}

template <class T>
void no_more_nodes_than_there_is_room_for() {
    Dice dice(7);
    const Sample<T> sample(dice, 200, false);
    const Bytes whole = flat(Forest<T>::built(sample.rows(), n_classes, fanout, Build::em));
    constexpr std::size_t nodes_of_the_first_tree = 5 * 8 + 16;
    assert(opens<T>(whole));
    assert(!opens<T>(forged(whole, nodes_of_the_first_tree, 1ull << 62)));
}

template <class T>
void a_forest_may_lie_anywhere() {
    Dice dice(8);
    const Sample<T> sample(dice, 200, false);
    const auto forest = Forest<T>::built(sample.rows(), n_classes, fanout, Build::em);
    Bytes bytes = flat(forest);
    bytes.insert(bytes.begin(), std::byte{0});
    const auto kept = std::make_shared<const Bytes>(std::move(bytes));
    const Forest<T> again = opened<T>({kept, kept->data() + 1}, kept->size() - 1);
    assert(answers(*model_of(forest, Decision::ens), sample, 9) == answers(*model_of(again, Decision::ens), sample, 9));
}

template <class T>
void a_suspended_query_goes_on() {
    Dice dice(3);
    const Sample<T> sample(dice, 200, false);
    const auto model = model_of(Forest<T>::built(sample.rows(), n_classes, fanout, Build::r), Decision::ens);
    const auto query = model->begin(sample.record(7));
    while (!query->done()) {
        const auto twin = model->resume(query->suspend());
        assert(twin->suspend() == query->suspend() && twin->proba() == query->proba());
        Budget budget(3, std::nullopt);
        query->refine(budget);
    }
    Bytes spoiled = query->suspend();
    spoiled[17] ^= std::byte{1};
    assert(throws<InvalidBytes>([&] { (void)model->resume(spoiled); }));
}

}  // namespace

int main() {
    a_forest_survives_its_successors<float>();
    a_forest_survives_its_successors<double>();
    a_flat_forest_is_the_same<float>();
    a_flat_forest_is_the_same<double>();
    adjusted_groups_are_kept<float>();
    adjusted_groups_are_kept<double>();
    nonsense_in_pages_does_no_harm<float>();
    nonsense_in_pages_does_no_harm<double>();
    forged_heads_do_no_harm<float>();
    forged_heads_do_no_harm<double>();
    forged_shapes_are_refused<float>();
    forged_shapes_are_refused<double>();
    shapes_of_no_groups_are_refused<float>();
    shapes_of_no_groups_are_refused<double>();
    no_more_nodes_than_there_is_room_for<float>();
    no_more_nodes_than_there_is_room_for<double>();
    a_forest_may_lie_anywhere<float>();
    a_forest_may_lie_anywhere<double>();
    a_suspended_query_goes_on<float>();
    a_suspended_query_goes_on<double>();
}
