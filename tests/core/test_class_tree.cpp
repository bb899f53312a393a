// Trees that no build makes: of very many levels, and of nodes that lead where they should not.

#include <algorithm>
#include <cstring>

#include "bayes_tree/bayes_query.hpp"
#include "bayes_tree/earlier_nodes.hpp"
#include "check.hpp"

using namespace bestsofar;
using namespace bestsofar::tests;

namespace {

template <class T>
std::shared_ptr<BayesTree<T>> model_of(const Forest<T>& forest) {
    const typename BayesTree<T>::Rules rules{{BandwidthRule::Name::factor, 0.1}, false, Decision::ens};
    return std::make_shared<BayesTree<T>>(std::make_shared<Forest<T>>(forest), rules,
                                          ProgressMarginTable(std::vector<double>(4, 0.5), 2), "");
}

/// One node, of so many groups, each of which is the node itself.
template <class T>
Forest<T> circle(std::uint32_t groups) {
    const auto bytes = std::make_shared<Bytes>(Pages::least_size);
    const OpenNode<T> node(bytes->data(), 1);
    node.head().groups = groups;
    std::fill_n(node.counts(), groups, 1u);
    std::fill_n(node.variances(), groups, 1.0);
    const Entry<T> root{0, groups, 0, {0.0}, {1.0}, {T{0}}, {T{1}}, nullptr};
    Pages pages({bytes, bytes->data()}, bytes->size(), bytes->size());
    const std::size_t nodes = bytes->size() / sizeof(typename OpenNode<T>::Head);
    return {1, groups, {std::make_shared<const ClassTree<T>>(groups, root, nodes, std::move(pages))}, 1};
}

template <class T>
void nodes_that_lead_back_come_to_an_end() {
    constexpr std::uint32_t groups = 500;
    const Forest<T> forest = circle<T>(groups);
    assert(forest.tree(0).sound(0) && !forest.sound());
    const T row = 0;
    const auto model = model_of(forest);
    const auto query = model->begin(Record(std::span(&row, 1)));
    Budget budget({}, {});
    query->refine(budget);
    assert(query->done() && query->steps() > 1 && query->steps() * groups <= Pages::least_size / 8 + groups);
}

/// A node of the earlier format, all of whose groups are one node of many kernels.
template <class T>
void earlier_nodes_that_lead_to_one_are_refused() {
    constexpr std::uint64_t leaf = Pages::least_size / 2;
    const auto bytes = std::make_shared<Bytes>(Pages::least_size);
    const auto put = [&](std::size_t place, std::uint32_t number) {
        std::memcpy(bytes->data() + place, &number, sizeof number);
    };
    for (const std::uint32_t groups : {1u, 500u}) {
        put(0, groups);
        for (std::uint32_t i = 0; i < groups; ++i) put(8 + 16 * i, leaf);
        put(leaf + 4, 1000);
        const Entry<T> root{0, groups * 1000, 0, {0.0}, {1.0}, {T{0}}, {T{1}}, nullptr};
        Pages pages({bytes, bytes->data()}, bytes->size(), bytes->size());
        const ClassTree<T> tree(1000, root, bytes->size() / 8, std::move(pages));
        assert(throws<InvalidBytes>([&] { (void)with_present_nodes(tree); }) == (groups > 1));
    }
}

/// Each has a kernel and the next level. Every node was written three times, so that a tree that learns lays out anew.
template <class T>
Forest<T> of_levels(std::uint32_t levels) {
    ClassTree<T> tree(1, 2);
    const auto kernel = [](std::uint32_t row) {
        const T value = static_cast<T>(row);
        return Entry<T>::kernel({&value, 1}, row);
    };
    Entry<T> all = kernel(0);
    for (std::uint32_t row = 1; row <= levels; ++row) {
        const std::vector<Entry<T>> entries{all, kernel(row)};
        all = summary<T>(entries);
        all.child = tree.store(entries);
        for (int time = 0; time < 2; ++time) all.child = tree.replace(all.child, entries);
    }
    tree.set_root(std::move(all));
    return {1, 2, {std::make_shared<const ClassTree<T>>(std::move(tree))}, 1};
}

template <class T>
void levels_take_no_stack() {
    constexpr std::uint32_t levels = 20'000;
    const Forest<T> forest = of_levels<T>(levels);
    assert(forest.sound() && forest.blocked({2, 1}).sound());
    const std::vector<T> row{T{0.5}};
    const std::vector<std::uint32_t> label{0};
    const Forest<T> more = forest.inserted({row, 1, label}, label, 1);
    assert(more.tree(0).pages().used() < forest.tree(0).pages().used());
    std::vector<T> found = more.table().values;
    std::ranges::sort(found);
    assert(found.size() == levels + 2 && found[0] == 0 && found[1] == row[0] && found[levels] == levels - 1);
}

}  // namespace

int main() {
    nodes_that_lead_back_come_to_an_end<float>();
    nodes_that_lead_back_come_to_an_end<double>();
    earlier_nodes_that_lead_to_one_are_refused<float>();
    earlier_nodes_that_lead_to_one_are_refused<double>();
    levels_take_no_stack<float>();
    levels_take_no_stack<double>();
}
