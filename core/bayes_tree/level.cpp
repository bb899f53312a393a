#include "bayes_tree/level.hpp"

namespace bestsofar {

namespace {

template <class T>
void collect(const ClassTree<T>& tree, Place<T> place, std::size_t depth, std::vector<Place<T>>& found) {
    const Pages::Address child = place.entry.child;
    if (depth == 0 || place.entry.is_kernel()) return found.push_back(std::move(place));
    std::vector<Entry<T>> entries = tree.entries(child);
    for (std::size_t i = 0; i < entries.size(); ++i) collect(tree, {child, i, std::move(entries[i])}, depth - 1, found);
}

}  // namespace

template <class T>
std::vector<Place<T>> level(const ClassTree<T>& tree, std::size_t depth) {
    std::vector<Place<T>> found;
    if (tree.root().count > 0) collect(tree, {Pages::nowhere, 0, tree.root()}, depth, found);
    return found;
}

template std::vector<Place<float>> level(const ClassTree<float>&, std::size_t);
template std::vector<Place<double>> level(const ClassTree<double>&, std::size_t);

}  // namespace bestsofar
