#include "bayes_tree/forest_file.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "bayes_tree/earlier_nodes.hpp"
#include "bayes_tree/shape_bytes.hpp"

namespace bestsofar {

namespace {

constexpr std::uint64_t format = 0x33'54'53'52'4f'46'54'42;          // "BTFORST3", little endian
constexpr std::uint64_t plain_earlier = 0x31'54'53'52'4f'46'54'42;   // "BTFORST1": earlier nodes, and no shapes
constexpr std::uint64_t shaped_earlier = 0x32'54'53'52'4f'46'54'42;  // "BTFORST2": with shapes
constexpr std::size_t alignment = 4096;
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 52;  // in a node, so that no length overflows

std::size_t aligned(std::size_t length) { return (length + alignment - 1) / alignment * alignment; }

std::size_t length_of(const Pages& pages) {
    return pages.count() == 0 ? 0 : (pages.count() - 1) * pages.page_size() + pages.page(pages.count() - 1).size();
}

template <class T>
void put_tree(Writer& out, const ClassTree<T>& tree) {
    const Entry<T>& root = tree.root();
    out.put(root.child);
    out.put(root.count);
    out.put(root.row);
    out.put(static_cast<std::uint64_t>(tree.nodes()));
    out.put(static_cast<std::uint64_t>(tree.pages().page_size()));
    out.put(static_cast<std::uint64_t>(length_of(tree.pages())));
    if (root.count == 0) return;
    out.put_all(root.mean);
    out.put_all(root.variance);
    out.put_all(root.low);
    out.put_all(root.high);
}

/// A tree whose pages begin at `place`, which is moved past them.
template <class T>
ClassTree<T> get_tree(Reader& in, std::size_t width, std::size_t fanout, const std::shared_ptr<const std::byte>& bytes,
                      std::size_t length, std::size_t& place) {
    Entry<T> root;
    root.child = in.get<Pages::Address>();
    root.count = in.get<std::uint32_t>();
    root.row = in.get<std::uint32_t>();
    const auto nodes = in.get<std::uint64_t>(), page_size = in.get<std::uint64_t>(), pages = in.get<std::uint64_t>();
    if (root.count == 0) return {width, fanout};
    if (!std::has_single_bit(page_size) || page_size < Pages::least_size) throw InvalidBytes("pages of no such size");
    if (pages > length - place) throw InvalidBytes("a forest that was cut short");
    if (nodes > pages / sizeof(typename ReadNode<T>::Head)) throw InvalidBytes("more nodes than there is room for");
    root.mean = in.get_all<double>(width);
    root.variance = in.get_all<double>(width);
    root.low = in.get_all<T>(width);
    root.high = in.get_all<T>(width);
    Pages here(std::shared_ptr<const std::byte>(bytes, bytes.get() + place), pages, page_size);
    place = std::min(place + aligned(pages), length);
    return {fanout, std::move(root), nodes, std::move(here)};
}

}  // namespace

template <class T>
Bytes flat(const Forest<T>& forest) {
    Writer out;
    for (const std::size_t number : {sizeof(T), forest.width(), forest.fanout(), forest.n_classes()}) {
        out.put(static_cast<std::uint64_t>(number));
    }
    out.put(forest.fingerprint());
    for (std::size_t label = 0; label < forest.n_classes(); ++label) {
        put_tree(out, forest.tree(label));
        put_shapes(out, forest.tree(label));
    }
    const Bytes head = std::move(out).finish();
    const std::uint64_t preface[] = {format, head.size()};
    Bytes all(aligned(sizeof preface + head.size()));
    std::ranges::copy(std::as_bytes(std::span(preface)), all.begin());
    std::ranges::copy(head, all.begin() + sizeof preface);
    for (std::size_t label = 0; label < forest.n_classes(); ++label) {
        const Pages& pages = forest.tree(label).pages();
        const std::size_t begin = all.size();
        all.resize(aligned(begin + length_of(pages)));
        for (std::size_t i = 0; i < pages.count(); ++i) {
            std::ranges::copy(pages.page(i), all.begin() + static_cast<std::ptrdiff_t>(begin + i * pages.page_size()));
        }
    }
    return all;
}

template <class T>
Forest<T> opened(std::shared_ptr<const std::byte> bytes, std::size_t length) {
    std::uint64_t preface[2];
    if (length < sizeof preface) throw InvalidBytes("only " + std::to_string(length) + " bytes");
    std::memcpy(preface, bytes.get(), sizeof preface);
    const bool earlier = preface[0] == plain_earlier || preface[0] == shaped_earlier;
    if (!earlier && preface[0] != format) throw InvalidBytes("bytes of another kind");
    if (preface[1] > length - sizeof preface) throw InvalidBytes("a forest that was cut short");
    if (reinterpret_cast<std::uintptr_t>(bytes.get()) % alignof(std::uint64_t) !=
        0) {  // no node could be read in place
        const auto own = std::make_shared<const Bytes>(bytes.get(), bytes.get() + length);
        bytes = {own, own->data()};
    }
    Reader in(std::span(bytes.get() + sizeof preface, preface[1]));
    if (in.get<std::uint64_t>() != sizeof(T)) throw InvalidBytes("a forest of other numbers");
    const auto width = in.get<std::uint64_t>(), fanout = in.get<std::uint64_t>(), n_classes = in.get<std::uint64_t>();
    const auto fingerprint = in.get<std::uint64_t>();
    // There is at least a byte of each feature and of each entry of a full node.
    if (width < 1 || width > length || fanout < 2 || fanout > std::min<std::uint64_t>(length, most_numbers / width)) {
        throw InvalidBytes("a forest of no such shape");
    }
    typename Forest<T>::Trees trees;
    std::size_t place = std::min(aligned(sizeof preface + preface[1]), length);
    for (std::size_t i = 0; i < n_classes; ++i) {
        ClassTree<T> tree = get_tree<T>(in, width, fanout, bytes, length, place);
        if (preface[0] != plain_earlier) get_shapes(in, tree);
        trees.push_back(std::make_shared<ClassTree<T>>(earlier ? with_present_nodes(tree) : std::move(tree)));
    }
    const auto has_rows = [](const auto& tree) { return tree->root().count > 0; };
    if (std::ranges::none_of(trees, has_rows)) throw InvalidBytes("a forest without rows");
    return {width, fanout, std::move(trees), fingerprint};
}

template Bytes flat(const Forest<float>&);
template Bytes flat(const Forest<double>&);
template Forest<float> opened(std::shared_ptr<const std::byte>, std::size_t);
template Forest<double> opened(std::shared_ptr<const std::byte>, std::size_t);

}  // namespace bestsofar
