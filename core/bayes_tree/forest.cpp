#include "bayes_tree/forest.hpp"

#include <algorithm>

#include "bayes_tree/em_build.hpp"
#include "bayes_tree/insertion.hpp"
#include "bayes_tree/level.hpp"
#include "bytes.hpp"
#include "interruption.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

template <class T>
std::uint64_t continued(std::uint64_t before, const LabelledRows<T>& rows, std::size_t n_classes) {
    return Fingerprint()
        .add(before)
        .add<std::uint64_t>(n_classes)
        .add(std::as_bytes(rows.values))
        .add(std::as_bytes(rows.labels))
        .value();
}

template <class U>
void append(const std::vector<U>& some, std::vector<U>& all) {
    all.insert(all.end(), some.begin(), some.end());
}

template <class T>
void collect(const Entry<T>& kernel, std::vector<T>& values) {
    for (std::uint32_t i = 0; i < kernel.count; ++i) append(kernel.low, values);
}

template <class T>
void collect(const ClassTree<T>& tree, std::vector<T>& values) {
    if (tree.root().is_kernel()) return collect(tree.root(), values);
    for (const Pages::Address address : tree.from_below(tree.root().child)) {
        for (const Entry<T>& entry : tree.entries(address)) {
            if (entry.is_kernel()) collect(entry, values);
        }
    }
}

std::vector<double> values(std::span<const double> some) { return {some.begin(), some.end()}; }

template <class T>
void reshape(ClassTree<T>& tree, Place<T>& place, std::shared_ptr<const Shape> shape) {
    if (place.node != Pages::nowhere) return tree.reshape(place.node, place.i, std::move(shape));
    place.entry.shape = std::move(shape);
    tree.set_root(std::move(place.entry));
}

}  // namespace

template <class T>
Forest<T>::Forest(std::size_t width, std::size_t fanout)
    : width_(width),
      fanout_(fanout),
      fingerprint_(
          Fingerprint().add<std::uint64_t>(width).add<std::uint64_t>(fanout).add<std::uint64_t>(sizeof(T)).value()) {}

template <class T>
Forest<T>::Forest(std::size_t width, std::size_t fanout, Trees trees, std::uint64_t fingerprint)
    : width_(width), fanout_(fanout), fingerprint_(fingerprint), trees_(std::move(trees)), opened_(true) {
    for (const auto& tree : trees_) n_rows_ += tree->root().count;
}

template <class T>
Forest<T> Forest<T>::built(const LabelledRows<T>& rows, std::size_t n_classes, std::size_t fanout, Build build,
                           Progress* progress) {
    const Forest none(rows.width, fanout);
    if (build == Build::r) return none.inserted(rows, {}, n_classes, progress);
    Forest forest = none;
    for (ClassTree<T>& tree : em_trees(rows, n_classes, fanout, progress)) {
        forest.trees_.push_back(std::make_shared<const ClassTree<T>>(std::move(tree)));
    }
    forest.n_rows_ = rows.labels.size();
    forest.fingerprint_ = continued(Fingerprint().add(none.fingerprint_).add(build).value(), rows, n_classes);
    return forest;
}

template <class T>
Forest<T> Forest<T>::inserted(const LabelledRows<T>& rows, std::span<const std::uint32_t> codes, std::size_t n_classes,
                              Progress* progress) const {
    if (progress) progress->expect(rows.labels.size());
    Forest more(width_, fanout_);
    const auto none = std::make_shared<const ClassTree<T>>(width_, fanout_);
    more.trees_.resize(n_classes, none);
    for (std::size_t i = 0; i < codes.size(); ++i) more.trees_[codes[i]] = trees_[i];
    const std::vector<std::vector<std::uint32_t>> members = rows_by_class(rows.labels, n_classes);
    parallel_for(n_classes, 1, worker_count(), [&](std::size_t label, std::size_t, std::size_t) {
        if (members[label].empty()) return;
        auto tree = std::make_shared<ClassTree<T>>(*more.trees_[label]);
        for (const std::uint32_t row : members[label]) {
            throw_if_interrupted();
            insert(*tree, rows.row(row), static_cast<std::uint32_t>(n_rows_ + row));
            if (progress) progress->add(1);
        }
        more.trees_[label] = std::move(tree);
    });
    more.n_rows_ = n_rows_ + rows.labels.size();
    more.fingerprint_ = continued(fingerprint_, rows, n_classes);
    return more;
}

template <class T>
Forest<T> Forest<T>::blocked(const BlockRule& rule) const {
    Forest shaped = *this;
    parallel_for(n_classes(), 1, worker_count(), [&](std::size_t label, std::size_t, std::size_t) {
        auto tree = std::make_shared<ClassTree<T>>(*trees_[label]);
        tree->forget_shapes();
        if (rule.block_size > 1) add_blocks(*tree, rule);
        shaped.trees_[label] = std::move(tree);
    });
    if (rule.block_size > 1) {
        shaped.fingerprint_ =
            Fingerprint().add(fingerprint_).add<std::uint64_t>(rule.block_size).add<std::uint64_t>(rule.levels).value();
    }
    return shaped;
}

template <class T>
typename Forest<T>::LevelTable Forest<T>::level_table(std::size_t depth) const {
    LevelTable table;
    for (std::uint32_t label = 0; label < n_classes(); ++label) {
        for (const Place<T>& place : level(*trees_[label], depth)) {
            table.labels.push_back(label);
            table.counts.push_back(place.entry.count);
            table.kernels.push_back(place.entry.is_kernel());
            append(place.entry.mean, table.means);
            append(place.entry.variance, table.variances);
        }
    }
    return table;
}

template <class T>
Forest<T> Forest<T>::adjusted(std::size_t depth, const Adjustment& adjustment) const {
    Forest better = *this;
    std::size_t place = 0;
    for (std::size_t label = 0; label < n_classes(); ++label) {
        auto tree = std::make_shared<ClassTree<T>>(*trees_[label]);
        for (Place<T>& found : level(*tree, depth)) {
            const std::size_t own = place++;
            if (found.entry.is_kernel()) continue;
            Shape shape = found.entry.shape ? *found.entry.shape : Shape();
            shape.weight = adjustment.weights[own];
            shape.mean = values(adjustment.means.subspan(own * width_, width_));
            shape.variance = values(adjustment.variances.subspan(own * width_, width_));
            reshape(*tree, found, std::make_shared<const Shape>(std::move(shape)));
        }
        better.trees_[label] = std::move(tree);
    }
    better.fingerprint_ = Fingerprint()
                              .add(fingerprint_)
                              .add(std::as_bytes(adjustment.weights))
                              .add(std::as_bytes(adjustment.means))
                              .add(std::as_bytes(adjustment.variances))
                              .value();
    return better;
}

template <class T>
std::vector<Feature> Forest<T>::features() const {
    std::vector<Entry<T>> roots;
    for (const auto& tree : trees_) {
        if (tree->root().count > 0) roots.push_back(tree->root());
    }
    const Entry<T> all = summary<T>(roots);
    std::vector<Feature> features;
    for (std::size_t i = 0; i < width_; ++i)
        features.push_back({all.variance[i], double{all.low[i]}, double{all.high[i]}});
    return features;
}

template <class T>
std::size_t Forest<T>::n_nodes() const {
    std::size_t sum = 0;
    for (const auto& tree : trees_) sum += tree->nodes();
    return sum;
}

template <class T>
bool Forest<T>::sound() const {
    return !opened_ || std::ranges::all_of(trees_, [](const auto& tree) { return tree->sound(); });
}

template <class T>
std::size_t Forest<T>::nbytes() const {
    std::size_t sum = 0;
    for (const auto& tree : trees_) sum += tree->nbytes();
    return sum;
}

template <class T>
typename Forest<T>::Table Forest<T>::table() const {
    Table table;
    for (std::uint32_t label = 0; label < trees_.size(); ++label) {
        collect(*trees_[label], table.values);
        table.labels.resize(table.values.size() / width_, label);  // as many as were found, whatever the root says
    }
    return table;
}

template class Forest<float>;
template class Forest<double>;

}  // namespace bestsofar
