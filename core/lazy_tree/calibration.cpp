#include "lazy_tree/calibration.hpp"

#include <vector>

namespace bestsofar {

namespace {

constexpr std::uint32_t no_label = ~std::uint32_t{0};

}  // namespace

template <class T>
void Calibration<T>::ask(const T* row, const Spheres<T>& spheres, const Aim& aim, Vote& vote) {
    const SphereTree<T>& tree = spheres.tree();
    std::vector<std::uint32_t> labels;
    search_.begin(tree.root(), aim);
    while (!search_.done()) {
        search_.read(tree.nodes(), row);
        labels.push_back(no_label);
        if (search_.found().empty()) continue;
        vote.count<T>(search_.found(), tree.nodes(), tree.measure(), spheres.now());
        labels.back() = vote.label();
    }
    settling_.learn(labels);
}

template <class T>
void Calibration<T>::put(Writer& out) const {
    out.put(settling_);
    out.put(records_);
}

template <class T>
void Calibration<T>::get(Reader& in) {
    settling_ = in.get<Settling>();
    if (!settling_.sound()) throw InvalidBytes("labels that were settled before they were seen");
    records_ = in.get<std::uint64_t>();
}

template class Calibration<float>;
template class Calibration<double>;

}  // namespace bestsofar
