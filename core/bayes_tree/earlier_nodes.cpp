#include "bayes_tree/earlier_nodes.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "bytes.hpp"

namespace bestsofar {

namespace {

/// Takes values from a run of bytes, one after the other.
class Run {
public:
    explicit Run(std::span<const std::byte> bytes) : left_(bytes) {}

    template <class U>
    std::vector<U> take(std::size_t count) {
        if (count > left_.size() / sizeof(U)) throw InvalidBytes("a node that was cut short");
        std::vector<U> values(count);
        if (count > 0) std::memcpy(values.data(), left_.data(), count * sizeof(U));
        left_ = left_.subspan(count * sizeof(U));
        return values;
    }
    /// Values that are filled up to a multiple of eight bytes.
    template <class U>
    std::vector<U> take_padded(std::size_t count) {
        std::vector<U> values = take<U>(count);
        (void)take<std::byte>((8 - count * sizeof(U) % 8) % 8);
        return values;
    }

private:
    std::span<const std::byte> left_;
};

struct GroupHead {
    Pages::Address child;
    std::uint32_t count, row;
};
struct KernelHead {
    std::uint32_t count, row;
};

template <class U>
std::vector<U> part(const std::vector<U>& all, std::size_t i, std::size_t width) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(i * width);
    return {begin, begin + static_cast<std::ptrdiff_t>(width)};
}

/// The entries of a node: heads of groups, their means and variances, heads of kernels, their rows, boxes of groups.
template <class T>
std::vector<Entry<T>> entries_at(const ClassTree<T>& tree, Pages::Address address) {
    const std::size_t width = tree.width(), room = tree.pages().room(address);
    if (room == 0) throw InvalidBytes("a node that is not there");
    Run run({tree.run(address), room});
    const auto counts = run.template take<std::uint32_t>(2);
    const std::size_t groups = counts[0], kernels = counts[1];
    if (groups + kernels == 0 || groups + kernels > tree.fanout()) throw InvalidBytes("a node of no such size");
    const auto group_heads = run.template take<GroupHead>(groups);
    const auto moments = run.template take<double>(2 * groups * width);
    const auto kernel_heads = run.template take<KernelHead>(kernels);
    const auto rows = run.template take_padded<T>(kernels * width);
    const auto boxes = run.template take_padded<T>(2 * groups * width);
    std::vector<Entry<T>> all;
    for (std::size_t i = 0; i < groups; ++i) {
        const auto& [child, count, row] = group_heads[i];
        all.push_back({child, count, row, part(moments, 2 * i, width), part(moments, 2 * i + 1, width),
                       part(boxes, 2 * i, width), part(boxes, 2 * i + 1, width), nullptr});
    }
    for (std::size_t i = 0; i < kernels; ++i) {
        const std::vector<T> row = part(rows, i, width);
        all.push_back(Entry<T>::kernel(row, kernel_heads[i].row, kernel_heads[i].count));
    }
    tree.attach_shapes(address, std::span(all).first(groups));
    return all;
}

/// Every node before those below it.
template <class T>
std::vector<Pages::Address> from_above(const ClassTree<T>& tree) {
    std::vector<Pages::Address> all;
    if (!tree.root().is_kernel()) all.push_back(tree.root().child);
    std::size_t left = tree.pages().used() / sizeof(KernelHead);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::vector<Entry<T>> entries = entries_at(tree, all[i]);
        // Those that are read again make too many.
        if (all.size() > tree.nodes() || entries.size() > left) {
            throw InvalidBytes("nodes that lead back to each other");
        }
        left -= entries.size();
        for (const Entry<T>& entry : entries) {
            if (!entry.is_kernel()) all.push_back(entry.child);
        }
    }
    return all;
}

}  // namespace

template <class T>
ClassTree<T> with_present_nodes(const ClassTree<T>& earlier) {
    ClassTree<T> present(earlier.width(), earlier.fanout());
    std::unordered_map<Pages::Address, Pages::Address> places;
    const std::vector<Pages::Address> addresses = from_above(earlier);
    for (auto address = addresses.rbegin(); address != addresses.rend(); ++address) {
        std::vector<Entry<T>> entries = entries_at(earlier, *address);
        for (Entry<T>& entry : entries) {
            if (!entry.is_kernel()) entry.child = places.at(entry.child);
        }
        places[*address] = present.store(entries);
    }
    Entry<T> root = earlier.root();
    if (!root.is_kernel()) root.child = places.at(root.child);
    present.set_root(std::move(root));
    return present;
}

template ClassTree<float> with_present_nodes(const ClassTree<float>&);
template ClassTree<double> with_present_nodes(const ClassTree<double>&);

}  // namespace bestsofar
