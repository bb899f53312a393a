#include "bayes_tree/shape_bytes.hpp"

#include <algorithm>
#include <functional>

namespace bestsofar {

namespace {

template <class U>
void put_counted(Writer& out, const std::vector<U>& values) {
    out.put(static_cast<std::uint64_t>(values.size()));
    out.put_all(values);
}

template <class U>
std::vector<U> get_counted(Reader& in) {
    return in.get_all<U>(in.get<std::uint64_t>());
}

void put_shape(Writer& out, const Shape& shape) {
    out.put(shape.weight);
    put_counted(out, shape.mean);
    put_counted(out, shape.variance);
    out.put(static_cast<std::uint64_t>(shape.blocks.size()));
    for (const Block& block : shape.blocks) {
        put_counted(out, block.features);
        put_counted(out, block.correlations);
    }
}

Shape get_shape(Reader& in, std::size_t width) {
    Shape shape{in.get<double>(), get_counted<double>(in), get_counted<double>(in), {}};
    const auto blocks = in.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < blocks; ++i) {
        Block block{get_counted<std::uint32_t>(in), get_counted<double>(in)};
        const std::size_t size = block.features.size();
        const auto repeated = std::ranges::adjacent_find(block.features, std::greater_equal());
        const bool ascending = repeated == block.features.end();
        const bool fits = size > 0 && ascending && block.features.back() < width;
        if (!fits || block.correlations.size() != size * size) throw InvalidBytes("a block of no features");
        shape.blocks.push_back(std::move(block));
    }
    for (const auto* values : {&shape.mean, &shape.variance}) {
        if (!values->empty() && values->size() != width) throw InvalidBytes("a shape of another width");
    }
    return shape;
}

}  // namespace

template <class T>
void put_shapes(Writer& out, const ClassTree<T>& tree) {
    std::uint64_t count = 0;
    for (const auto& [address, shapes] : tree.shapes())
        count += shapes.size() - static_cast<std::size_t>(std::ranges::count(shapes, nullptr));
    out.put(count);
    for (const auto& [address, shapes] : tree.shapes()) {
        for (std::uint64_t i = 0; i < shapes.size(); ++i) {
            if (!shapes[i]) continue;
            out.put(address);
            out.put(i);
            put_shape(out, *shapes[i]);
        }
    }
    out.put(tree.root().shape != nullptr);
    if (tree.root().shape) put_shape(out, *tree.root().shape);
}

template <class T>
void get_shapes(Reader& in, ClassTree<T>& tree) {
    // A group has a child, means and variances in the pages.
    std::uint64_t groups = tree.pages().used() / (sizeof(Pages::Address) + 2 * tree.width() * sizeof(double));
    const auto count = in.get<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto address = in.get<Pages::Address>();
        const auto place = in.get<std::uint64_t>();
        const auto known = tree.shapes().find(address);
        const std::uint64_t before = known == tree.shapes().end() ? 0 : known->second.size();
        if (place >= before) {
            if (place - before >= groups) throw InvalidBytes("a shape of no group");
            groups -= place + 1 - before;
        }
        tree.reshape(address, place, std::make_shared<const Shape>(get_shape(in, tree.width())));
    }
    if (in.get<bool>()) {
        if (tree.root().count == 0) throw InvalidBytes("a shape of no rows");
        Entry<T> root = tree.root();
        root.shape = std::make_shared<const Shape>(get_shape(in, tree.width()));
        tree.set_root(std::move(root));
    }
}

template void put_shapes(Writer&, const ClassTree<float>&);
template void put_shapes(Writer&, const ClassTree<double>&);
template void get_shapes(Reader&, ClassTree<float>&);
template void get_shapes(Reader&, ClassTree<double>&);

}  // namespace bestsofar
