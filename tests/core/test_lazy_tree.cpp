// The lazy tree: thousands of random operations, the whole structure looked at after each; exact search; snapshots.

#include <algorithm>
#include <cstring>
#include <optional>
#include <thread>

#include "check.hpp"
#include "lazy_tree/lazy_tree.hpp"
#include "lazy_tree/search.hpp"
#include "lazy_tree/sphere_tree.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

/// A tree and, beside it, a plain list of what it should hold.
template <class T>
struct Pair {
    SphereTree<T> tree;
    std::vector<std::pair<std::uint32_t, std::vector<T>>> list;
    std::uint64_t founded = 0;

    void insert(std::vector<T> row, std::uint32_t label) {
        const std::uint32_t id = tree.insert(row, Exemplar{ClassCounts(label), 0, 0, founded++});
        list.emplace_back(id, std::move(row));
    }
    void remove(std::size_t place) {
        tree.remove(list[place].first);
        list.erase(list.begin() + static_cast<std::ptrdiff_t>(place));
    }
    void move(std::size_t place, std::vector<T> row) {
        tree.move(list[place].first, row);
        list[place].second = std::move(row);
    }
};

template <class T>
void holds_what_the_list_holds(const Pair<T>& pair) {
    pair.tree.audit();
    assert(pair.tree.size() == pair.list.size());
    for (const auto& [id, row] : pair.list) assert(pair.tree.centre(id) == row);
}

template <class T>
std::vector<std::pair<double, std::uint64_t>> scan(const Pair<T>& pair, const std::vector<T>& query, std::size_t k) {
    std::vector<std::pair<double, std::uint64_t>> all;
    for (const auto& [id, row] : pair.list) {
        Blocks<T> one(1, row.size());
        one.set(0, row);
        Hit hit;
        pair.tree.measure().scan(one, query.data(), 0, 1, std::numeric_limits<T>::infinity(), &hit);
        all.emplace_back(hit.distance, pair.tree.at(id).founder);
    }
    std::ranges::sort(all);
    all.resize(std::min(k, all.size()));
    return all;
}

template <class T>
void search_is_exact(const Pair<T>& pair, Search<T>& search, const std::vector<T>& query, std::size_t k) {
    search.begin(pair.tree.root(), {.k = k});
    search.run(pair.tree.nodes(), query.data());
    std::vector<std::pair<double, std::uint64_t>> found;
    for (const Found& one : search.found()) found.emplace_back(one.cost, one.founder);
    assert(found == scan(pair, query, k));
}

template <class T>
void random_operations(std::uint32_t seed, Fanout fanout, VectorMetric metric) {
    Dice dice(seed);
    const bool whole = seed % 2 == 0;
    const std::size_t width = 1 + dice.below(20);
    const VectorMetricParams params = params_of(metric, width, seed % 4 < 2);
    Pair<T> pair{SphereTree<T>(VectorMeasure<T>(width, params), fanout), {}};
    Search<T> search(pair.tree.measure());
    for (int operation = 0; operation < 160; ++operation) {
        const std::uint32_t kind = dice.below(10);
        const auto place = pair.list.empty() ? 0 : dice.below(static_cast<std::uint32_t>(pair.list.size()));
        // Times of growth and of decline.
        const std::uint32_t removals = operation / 40 % 2 == 0 ? 2 : 5;
        if (pair.list.empty() || kind >= removals + 2) {
            pair.insert(rows_of<T>(dice, 1, width, whole), dice.below(3));
        } else if (kind < removals) {
            pair.remove(place);
        } else {
            pair.move(place, rows_of<T>(dice, 1, width, whole));
        }
        holds_what_the_list_holds(pair);
        search_is_exact(pair, search, rows_of<T>(dice, 1, width, whole), 1 + dice.below(5));
    }
}

void every_operation_keeps_the_structure() {
    std::uint32_t seed = 0;
    for (const Fanout fanout : {Fanout{1, 2}, Fanout{1, 5}, Fanout{2, 4}, Fanout{8, 17}, Fanout{16, 40}}) {
        for (const auto metric : {VectorMetric::euclidean, VectorMetric::manhattan, VectorMetric::minkowski,
                                  VectorMetric::hamming, VectorMetric::mixed}) {
            random_operations<float>(seed++, fanout, metric);
            random_operations<double>(seed++, fanout, metric);
        }
    }
}

std::unique_ptr<LazyTree> tree_of(std::optional<double> gamma, std::size_t capacity, std::size_t bytes = no_limit,
                                  Fanout fanout = {2, 8}, bool scaled = false) {
    auto tree = make_lazy_tree(Record::Kind::float64, 3, {}, {gamma, false, 3, {}, {capacity, bytes}, fanout, scaled});
    tree->set_classes({}, 3, "");
    return tree;
}

void learn(LazyTree& tree, Dice& dice, std::size_t count) {
    const std::vector<double> rows = rows_of<double>(dice, count, 3, false);
    const std::vector<std::uint32_t> labels = labels_of(dice, count, 3);
    std::vector<Record> records;
    for (std::size_t row = 0; row < count; ++row) records.emplace_back(std::span(rows).subspan(3 * row, 3));
    tree.learn(records, labels, {});
}

void caps_hold_after_every_record() {
    for (const std::optional<double> gamma : {std::optional(0.0), std::optional(0.7), std::optional<double>()}) {
        for (const bool scaled : {false, true}) {
            Dice dice(7);
            const auto tree = tree_of(gamma, 60, 15000, {2, 8}, scaled);
            for (int record = 0; record < 300; ++record) {
                learn(*tree, dice, 1);
                tree->audit();
            }
            assert(tree->size() > 5 && tree->nbytes() <= 15000);
        }
    }
}

constexpr Fanout one_leaf{32, 128};

std::size_t least_bytes_of(std::optional<double> gamma) {
    try {
        (void)tree_of(gamma, 1000, 1, one_leaf);
    } catch (const CapTooLow& least) {
        return std::stoul(least.what());
    }
    return 0;
}

/// Wherever a cap lies, what was larger once leaves room for a block of exemplars later.
void tables_close_their_ranks() {
    for (const std::optional<double> gamma : {std::optional(0.0), std::optional<double>()}) {
        const std::size_t least = least_bytes_of(gamma);
        for (std::uint32_t spare = 0; spare < 3000; spare += 150) {
            Dice dice(spare);
            const auto tree = tree_of(gamma, 1000, least + spare, one_leaf);
            for (int record = 0; record < 130; ++record) {
                learn(*tree, dice, 1);
                tree->audit();
                assert(tree->size() >= std::min<std::size_t>(record + 1, 16));
            }
        }
    }
}

void a_state_goes_on_as_the_tree_would() {
    for (const std::optional<double> gamma : {std::optional(0.5), std::optional<double>()}) {
        for (const bool scaled : {false, true}) {
            Dice dice(3);
            const auto tree = tree_of(gamma, 40, no_limit, {2, 8}, scaled);
            learn(*tree, dice, 200);
            const auto twin = tree_of(gamma, 40, no_limit, {2, 8}, scaled);
            twin->restore(tree->state());
            twin->audit();
            Dice one(11), other(11);
            learn(*tree, one, 300);
            learn(*twin, other, 300);
            assert(tree->state() == twin->state());
        }
    }
}

/// Asks, sleeps and goes on.
void query_in_parts(LazyTree& tree, std::span<const double> row) {
    const auto model = tree.snapshot();
    if (!model) return;
    const auto query = model->begin(Record(row));
    Budget some(3, {}), rest({}, {});
    query->refine(some);
    const auto twin = model->resume(query->suspend());
    twin->refine(rest);
    assert(twin->done() && twin->proba().size() == tree.n_classes());
}

/// Of a tree that has nodes and exemplars that are free, with another number at a place.
std::size_t forged_at(std::size_t place, std::uint32_t number, const Bytes& whole, bool with_radius) {
    Bytes forged(whole.begin(), whole.end() - 8);
    std::memcpy(forged.data() + place, &number, sizeof number);
    Writer sealed;
    sealed.put(std::span<const std::byte>(forged));
    const auto radius = with_radius ? std::optional(0.4) : std::nullopt;
    const auto twin = tree_of(radius, 30, no_limit, {1, 4}, !with_radius);
    try {
        twin->restore(std::move(sealed).finish());
        twin->set_classes(std::vector<std::uint32_t>{0, 1, 2}, 3, "");
    } catch (const InvalidBytes&) {
        return 1;
    }
    Dice dice(10);
    query_in_parts(*twin, rows_of<double>(dice, 1, 3, false));
    learn(*twin, dice, 30);
    query_in_parts(*twin, rows_of<double>(dice, 1, 3, false));
    return 0;
}

/// What cannot be right is refused, and what is not seen does no harm: sanitizers look on.
void forged_states_do_no_harm() {
    for (const bool with_radius : {false, true}) {
        Dice dice(9);
        const auto tree = tree_of(with_radius ? std::optional(0.4) : std::nullopt, 30, no_limit, {1, 4}, !with_radius);
        learn(*tree, dice, 200);
        const Bytes whole = tree->state();
        std::size_t refused = 0;
        for (std::size_t place = 0; place + 4 <= whole.size() - 8; place += 4) {
            for (const std::uint32_t number : {1u << 20, 0u, 3u})
                refused += forged_at(place, number, whole, with_radius);
        }
        assert(refused > 100);
    }
}

/// Of one feature, as SphereTree::put would write them: nothing is free, and the root is the first node.
Writer nodes_of_one_feature(std::uint64_t nodes, std::uint64_t exemplars) {
    Writer out;
    out.put(nodes);
    out.put(exemplars);
    out.put(std::uint32_t{0});
    for (int list = 0; list < 2; ++list) out.put(std::uint64_t{0});
    return out;
}

void put_node(Writer& out, bool leaf, std::uint64_t entries) {
    out.put(true);
    out.put(leaf);
    out.put(0.0);  // its centre
    out.put(entries);
}

void put_branch(Writer& out, std::uint32_t child) {
    out.put(0.0);  // its row
    out.put(child);
    out.put(0.0);  // its radius
}

void put_exemplar(Writer& out, std::uint32_t id) {
    for (int number = 0; number < 3; ++number) out.put(0.0);  // its row, variance, last touched
    out.put(std::uint64_t{id});                               // its founder
    out.put(false);                                           // not of the short memory
    out.put(id);
    out.put(std::uint64_t{0});
    out.put(std::uint64_t{1});  // classes
    out.put(ClassCounts::Tally{0, 1});
}

/// This many nodes, each with one entry, the next node, and below the last an exemplar.
Bytes chain(std::uint32_t length) {
    Writer out = nodes_of_one_feature(length, 1);
    for (std::uint32_t next = 1; next < length; ++next) {
        put_node(out, false, 1);
        put_branch(out, next);
    }
    put_node(out, true, 1);
    put_exemplar(out, 0);
    return std::move(out).finish();
}

bool is_read(Writer out) {
    SphereTree<double> tree(VectorMeasure<double>(1, params_of(VectorMetric::euclidean, 1, false)), {1, 4});
    const Bytes bytes = std::move(out).finish();
    Reader in(bytes);
    return !throws<InvalidBytes>([&] { tree.get(in); });
}

/// Nodes that nothing leads to would hold exemplars that no search finds.
void nodes_that_are_not_below_the_root_are_refused() {
    Writer orphan = nodes_of_one_feature(2, 1);
    put_node(orphan, true, 0);
    put_node(orphan, true, 1);
    put_exemplar(orphan, 0);
    assert(!is_read(std::move(orphan)));
    Writer circle = nodes_of_one_feature(3, 1);
    put_node(circle, true, 1);
    put_exemplar(circle, 0);
    for (const std::uint32_t other : {2u, 1u}) {
        put_node(circle, false, 1);
        put_branch(circle, other);
    }
    assert(!is_read(std::move(circle)));
}

/// A forged file may have more levels than a stack has room for.
void levels_take_no_stack() {
    SphereTree<double> tree(VectorMeasure<double>(1, params_of(VectorMetric::euclidean, 1, true)), {1, 2});
    const Bytes bytes = chain(200'000);
    Reader in(bytes);
    tree.get(in);
    tree.rescale({2.0});
    assert(throws<std::logic_error>([&] { tree.audit(); }));  // the root has one entry
    (void)tree.insert(std::vector{1.0}, Exemplar{ClassCounts(0), 0, 0, 1});
    tree.remove(0);
    assert(tree.size() == 1);
}

void queries_go_on_while_the_tree_learns() {
    Dice dice(5);
    const auto tree = tree_of(std::nullopt, 80, no_limit, {2, 8}, true);
    learn(*tree, dice, 200);
    const std::vector<double> row = rows_of<double>(dice, 1, 3, false);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 3; ++thread) {
        threads.emplace_back([&] {
            for (int turn = 0; turn < 20; ++turn) {
                const auto model = tree->snapshot();
                auto query = model->begin(Record(std::span<const double>(row)));
                auto twin = model->resume(query->suspend());
                Budget budget({}, {}), same({}, {});
                query->refine(budget);
                twin->refine(same);
                assert(query->suspend() == twin->suspend() && query->neighbors() == twin->neighbors());
            }
        });
    }
    for (int record = 0; record < 100; ++record) learn(*tree, dice, 1);
    for (std::thread& thread : threads) thread.join();
    tree->audit();
}

}  // namespace

int main() {
    every_operation_keeps_the_structure();
    caps_hold_after_every_record();
    tables_close_their_ranks();
    a_state_goes_on_as_the_tree_would();
    forged_states_do_no_harm();
    nodes_that_are_not_below_the_root_are_refused();
    levels_take_no_stack();
    queries_go_on_while_the_tree_learns();
}
