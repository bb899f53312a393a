#include "bayes_tree/class_tree.hpp"

#include <algorithm>

namespace bestsofar {

namespace {

template <class T>
void put_group(const OpenNode<T>& node, std::size_t i, const Entry<T>& entry) {
    node.children()[i] = entry.child;
    node.counts()[i] = entry.count;
    node.rows()[i] = entry.row;
    put_column(entry.mean, node.means() + i, node.groups());
    put_column(entry.variance, node.variances() + i, node.groups());
    std::ranges::copy(entry.low, node.low(i));
    std::ranges::copy(entry.high, node.high(i));
}

template <class T>
void put_kernel(const OpenNode<T>& node, std::size_t i, const Entry<T>& entry) {
    node.counts()[node.groups() + i] = entry.count;
    node.rows()[node.groups() + i] = entry.row;
    put_column(entry.low, node.values() + i, node.kernels());
}

template <class T>
Entry<T> get_group(const ReadNode<T>& node, std::size_t i, std::size_t width) {
    return {node.children()[i],
            node.counts()[i],
            node.rows()[i],
            column(node.means() + i, node.groups(), width),
            column(node.variances() + i, node.groups(), width),
            {node.low(i), node.low(i) + width},
            {node.high(i), node.high(i) + width},
            nullptr};
}

template <class T>
Entry<T> get_kernel(const ReadNode<T>& node, std::size_t i, std::size_t width) {
    const std::size_t place = node.groups() + i;
    return Entry<T>::kernel(column(node.values() + i, node.kernels(), width), node.rows()[place], node.counts()[place]);
}

}  // namespace

template <class T>
ClassTree<T>::ClassTree(std::size_t width, std::size_t fanout)
    : width_(width), fanout_(fanout), pages_(ReadNode<T>::length(fanout, 0, width)) {}

template <class T>
ClassTree<T>::ClassTree(std::size_t fanout, Entry<T> root, std::size_t nodes, Pages pages)
    : width_(root.mean.size()), fanout_(fanout), nodes_(nodes), root_(std::move(root)), pages_(std::move(pages)) {}

template <class T>
std::size_t ClassTree<T>::nbytes() const {
    std::size_t shapes = root_.shape ? root_.shape->nbytes() : 0;
    for (const auto& [address, groups] : shapes_) {
        shapes += sizeof(address) + sizeof(groups) + groups.size() * sizeof(groups[0]);
        for (const auto& shape : groups) shapes += shape ? shape->nbytes() : 0;
    }
    return sizeof(ClassTree) + pages_.nbytes() + root_.mean.size() * 2 * (sizeof(double) + sizeof(T)) + shapes;
}

template <class T>
void ClassTree<T>::fetch(Pages::Address address) const {
    // What follows them the processor fetches by itself.
    constexpr std::size_t lines = 12, line = 64;
    const std::byte* const begin = run(address);
    for (std::size_t i = 0; i < lines; ++i) __builtin_prefetch(begin + i * line);
}

template <class T>
bool ClassTree<T>::sound(Pages::Address address) const {
    const std::size_t room = pages_.room(address);
    if (address % alignof(Pages::Address) != 0 || room < sizeof(typename ReadNode<T>::Head)) return false;
    const ReadNode<T> here = node(address);
    if (here.groups() > fanout_ || here.kernels() > fanout_) return false;
    const std::size_t entries = here.groups() + here.kernels();
    return 0 < entries && entries <= fanout_ && here.length() <= room;
}

template <class T>
bool ClassTree<T>::sound() const {
    std::vector<Pages::Address> waiting;
    std::size_t left = nodes_;  // besides those that wait
    const auto wait_for = [&](std::span<const Pages::Address> some) {
        if (some.size() > left) return false;  // one that is read again makes too many
        left -= some.size();
        waiting.insert(waiting.end(), some.begin(), some.end());
        return true;
    };
    if (!root_.is_kernel() && !wait_for({&root_.child, 1})) return false;
    std::uint64_t rows = root_.is_kernel() ? root_.count : 0;
    while (!waiting.empty()) {
        const Pages::Address address = waiting.back();
        waiting.pop_back();
        if (!sound(address)) return false;
        const ReadNode<T> here = node(address);
        if (!wait_for({here.children(), here.groups()})) return false;
        for (std::size_t i = here.groups(); i < here.entries(); ++i) rows += here.counts()[i];
    }
    return rows == root_.count;
}

template <class T>
std::vector<Pages::Address> ClassTree<T>::from_below(Pages::Address top) const {
    std::vector<Pages::Address> found, ahead{top};
    while (!ahead.empty()) {
        found.push_back(ahead.back());
        ahead.pop_back();
        const ReadNode<T> last = node(found.back());
        ahead.insert(ahead.end(), last.children(), last.children() + last.groups());
    }
    std::ranges::reverse(found);
    return found;
}

template <class T>
std::vector<Entry<T>> ClassTree<T>::entries(Pages::Address address) const {
    const ReadNode<T> from = node(address);
    std::vector<Entry<T>> all;
    all.reserve(from.groups() + from.kernels());
    for (std::size_t i = 0; i < from.groups(); ++i) all.push_back(get_group(from, i, width_));
    for (std::size_t i = 0; i < from.kernels(); ++i) all.push_back(get_kernel(from, i, width_));
    attach_shapes(address, std::span(all).first(from.groups()));
    return all;
}

template <class T>
Pages::Address ClassTree<T>::store(std::span<const Entry<T>> entries) {
    const auto kernels = static_cast<std::size_t>(std::ranges::count_if(entries, &Entry<T>::is_kernel));
    const std::size_t groups = entries.size() - kernels;
    const Pages::Address address = pages_.allocate(ReadNode<T>::length(groups, kernels, width_));
    const OpenNode<T> node(pages_.write(address), width_);
    node.head() = {static_cast<std::uint32_t>(groups), static_cast<std::uint32_t>(kernels)};
    std::size_t group = 0, kernel = 0;
    for (const Entry<T>& entry : entries) {
        if (!entry.is_kernel()) {
            if (entry.shape) reshape(address, group, entry.shape);
            put_group(node, group++, entry);
        } else {
            put_kernel(node, kernel++, entry);
        }
    }
    ++nodes_;
    return address;
}

template <class T>
Pages::Address ClassTree<T>::replace(Pages::Address old, std::span<const Entry<T>> entries) {
    waste_ += node(old).length();
    --nodes_;
    shapes_.erase(old);
    return store(entries);
}

template <class T>
void ClassTree<T>::update(Pages::Address address, std::size_t i, const Entry<T>& group) {
    put_group(OpenNode<T>(pages_.write(address), width_), i, group);
}

template <class T>
void ClassTree<T>::reshape(Pages::Address address, std::size_t i, std::shared_ptr<const Shape> shape) {
    auto& all = shapes_[address];
    if (all.size() <= i) all.resize(i + 1);
    all[i] = std::move(shape);
}

template <class T>
void ClassTree<T>::attach_shapes(Pages::Address address, std::span<Entry<T>> groups) const {
    const auto found = shapes_.find(address);
    if (found == shapes_.end()) return;
    const std::size_t shaped = std::min(found->second.size(), groups.size());
    for (std::size_t i = 0; i < shaped; ++i) groups[i].shape = found->second[i];
}

template <class T>
void ClassTree<T>::forget_shapes() {
    shapes_.clear();
    root_.shape = nullptr;
}

template <class T>
void ClassTree<T>::tidy() {
    if (2 * waste_ <= pages_.used()) return;
    ClassTree clean(width_, fanout_);
    clean.root_ = root_;
    if (!root_.is_kernel()) clean.root_.child = move_into(clean);
    *this = std::move(clean);
}

/// Returns where the node below the root is then.
template <class T>
Pages::Address ClassTree<T>::move_into(ClassTree& other) const {
    std::vector<Pages::Address> moved;  // those that no node leads to yet
    for (const Pages::Address address : from_below(root_.child)) {
        std::vector<Entry<T>> all = entries(address);
        const std::size_t groups = node(address).groups(), first = moved.size() - groups;
        for (std::size_t i = 0; i < groups; ++i) all[i].child = moved[first + i];
        moved.resize(first);
        moved.push_back(other.store(all));
    }
    return moved.front();
}

template class ClassTree<float>;
template class ClassTree<double>;

}  // namespace bestsofar
