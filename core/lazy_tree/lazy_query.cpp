#include "lazy_tree/lazy_query.hpp"

#include <algorithm>
#include <limits>

#include "distance/record_values.hpp"
#include "suspended.hpp"

namespace bestsofar {

namespace {

constexpr std::uint64_t suspended_format = 0x32'59'5a'41'4c'46'53'42;  // "BSFLAZY2", little endian
constexpr std::uint64_t earlier_format = 0x31'59'5a'41'4c'46'53'42;    // "BSFLAZY1": no rival

template <class T>
const Node<T>& node_of(const LazySnapshot<T>& tree, std::uint32_t id) {
    if (id >= tree.nodes().size() || !tree.nodes()[id]) throw InvalidBytes("a node that is not there");
    return *tree.nodes()[id];
}

template <class T>
Found get_found(Reader& in, const LazySnapshot<T>& tree) {
    const auto cost = in.get<double>();
    const auto id = in.get<std::uint32_t>(), slot = in.get<std::uint32_t>();
    const Node<T>& node = node_of(tree, id);
    if (!(cost >= 0) || !node.leaf() || slot >= node.size()) throw InvalidBytes("a neighbour that no query can have");
    return {cost, node.exemplar(slot).founder, id, slot};
}

template <class T>
Rival rival_of(const LazySnapshot<T>& tree, const Found& nearest, double cost) {
    if (!(cost >= nearest.cost)) throw InvalidBytes("a rival that no query can have");
    return {nearest, node_of(tree, nearest.node).exemplar(nearest.slot).counts.majority(), cost};
}

template <class T>
typename Search<T>::Ahead get_ahead(Reader& in, const LazySnapshot<T>& tree) {
    const auto bound = in.get<double>(), distance = in.get<double>();
    const auto node = in.get<std::uint32_t>();
    const std::uint64_t oldest = node_of(tree, node).summary(node).oldest;
    if (!(bound >= 0) || !(distance >= 0)) throw InvalidBytes("a distance that no query can have");
    return {bound, distance, oldest, node};
}

}  // namespace

template <class T>
LazyQuery<T>::LazyQuery(std::shared_ptr<const LazySnapshot<T>> tree, Record record)
    : tree_(std::move(tree)),
      record_(numbers<T>(record, tree_->measure().width())),
      search_(tree_->measure()),
      vote_(tree_->answering().vote, tree_->answering().n_classes) {
    tree_->measure().admit(record_);
    search_.begin(tree_->root(), {.k = tree_->answering().k, .filter = tree_->answering().filter, .with_rival = true});
}

template <class T>
std::unique_ptr<LazyQuery<T>> LazyQuery<T>::begin(std::shared_ptr<const LazySnapshot<T>> tree, Record record) {
    std::unique_ptr<LazyQuery> query(new LazyQuery(std::move(tree), record));
    while (query->search_.found().empty()) query->read();
    query->vote();
    if (query->done()) query->stop_ = Stop::complete;
    return query;
}

template <class T>
Stop LazyQuery<T>::advance(Budget& budget) {
    Stop stop = Stop::complete;
    while (!done()) {
        if (budget.grant(1) == 0) {
            stop = budget.stop();
            break;
        }
        read();
        budget.spend(1);
    }
    vote();
    return stop;
}

template <class T>
void LazyQuery<T>::vote() {
    vote_.count<T>(search_.found(), tree_->nodes(), tree_->measure(), tree_->answering().now);
}

template <class T>
double LazyQuery<T>::best_distance() const {
    return tree_->measure().distance(search_.found().front().cost);
}

template <class T>
double LazyQuery<T>::distance_ratio() const {
    if (search_.rival().majority() != label()) return 1;
    const double own = best_distance(), other = tree_->measure().distance(search_.rival().cost());
    return own < other ? other / own : 1;
}

template <class T>
double LazyQuery<T>::confidence() const {
    return done() ? 1 : tree_->answering().settling.after(steps());
}

template <class T>
std::vector<std::uint64_t> LazyQuery<T>::neighbors() const {
    std::vector<std::uint64_t> founders;
    for (const Found& found : search_.found()) founders.push_back(found.founder);
    return founders;
}

template <class T>
Bytes LazyQuery<T>::suspend() const {
    Writer out = suspended_writer({suspended_format, tree_->fingerprint()});
    out.put(stop_);
    out.put(search_.steps());
    out.put(static_cast<std::uint64_t>(search_.found().size()));
    for (const Found& found : search_.found()) {
        out.put(found.cost);
        out.put(found.node);
        out.put(found.slot);
    }
    out.put(search_.rival().cost());
    auto ahead = search_.ahead();
    std::sort(ahead.begin(), ahead.end());  // one order for one state
    out.put(static_cast<std::uint64_t>(ahead.size()));
    for (const auto& next : ahead) {
        out.put(next.bound);
        out.put(next.distance);
        out.put(next.node);
    }
    out.put_all(record_);
    return std::move(out).finish();
}

template <class T>
std::unique_ptr<LazyQuery<T>> LazyQuery<T>::resume(std::shared_ptr<const LazySnapshot<T>> tree,
                                                   std::span<const std::byte> suspended) {
    const bool earlier = Reader(suspended).get<std::uint64_t>() == earlier_format;
    Reader in = suspended_reader(suspended, {earlier ? earlier_format : suspended_format, tree->fingerprint()});
    const Stop stop = get_stop(in);
    const auto steps = in.get<std::uint64_t>(), count = in.get<std::uint64_t>();
    if (steps == 0 || count == 0 || count > tree->answering().k) throw InvalidBytes("a state that no query can have");
    std::vector<Found> found;
    for (std::uint64_t i = 0; i < count; ++i) found.push_back(get_found(in, *tree));
    const double rival_cost = earlier ? std::numeric_limits<double>::infinity() : in.get<double>();
    const Rival rival = rival_of(*tree, found.front(), rival_cost);
    std::vector<typename Search<T>::Ahead> ahead;
    for (auto left = in.get<std::uint64_t>(); left > 0; --left) ahead.push_back(get_ahead(in, *tree));
    try {
        const Record record(Record::kind_of<T>, in.get(in.left()));
        std::unique_ptr<LazyQuery> query(new LazyQuery(std::move(tree), record));
        query->search_.restore(found, rival, std::move(ahead), steps);
        query->vote();
        query->stop_ = stop;
        return query;
    } catch (const InvalidRecord& error) {
        throw InvalidBytes(error.what());
    }
}

template class LazyQuery<float>;
template class LazyQuery<double>;

}  // namespace bestsofar
