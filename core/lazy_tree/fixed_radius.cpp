#include "lazy_tree/fixed_radius.hpp"

namespace bestsofar {

namespace {

// More than rounding does to a distance that is reduced and measured again.
constexpr double gamma_slack = 1e-6;

}  // namespace

template <class T>
FixedRadius<T>::FixedRadius(Spheres<T>& spheres, double gamma, bool pure, std::size_t k, Vote& vote, const Caps& caps)
    : spheres_(spheres),
      search_(spheres.tree().measure()),
      vote_(vote),
      gamma_(gamma),
      reach_(spheres.tree().measure().reduced(gamma) * (1 + gamma_slack)),
      pure_(pure),
      k_(k),
      capacity_(caps.exemplars) {}

template <class T>
std::uint32_t FixedRadius<T>::answer(const T* row) {
    const SphereTree<T>& tree = spheres_.tree();
    search_.begin(tree.root(), {.k = k_});
    search_.run(tree.nodes(), row);
    vote_.template count<T>(search_.found(), tree.nodes(), tree.measure(), spheres_.now());
    return vote_.label();
}

template <class T>
void FixedRadius<T>::learn(const Labelled<T>& record, bool answered) {
    if (const auto found = host(record, answered)) {
        return spheres_.absorb(exemplar(*found).id, record, spheres_.tree().measure().distance(found->cost));
    }
    while (spheres_.tree().size() >= capacity_) make_room();
    spheres_.add(record, false);
}

/// The exemplar that absorbs a record.
template <class T>
std::optional<Found> FixedRadius<T>::host(const Labelled<T>& record, bool answered) {
    if (gamma_ == 0) return std::nullopt;
    if (!answered || (pure_ && exemplar(search_.found().front()).counts.majority() != record.label)) {
        Aim aim{.reach = reach_};
        if (pure_) aim.majority = record.label;
        search_.begin(spheres_.tree().root(), aim);
        search_.run(spheres_.tree().nodes(), record.row.data());
    }
    if (search_.found().empty()) return std::nullopt;
    const Found& nearest = search_.found().front();
    const bool near = spheres_.tree().measure().distance(nearest.cost) <= gamma_;
    return near ? std::optional(nearest) : std::nullopt;
}

template <class T>
const Exemplar& FixedRadius<T>::exemplar(const Found& found) const {
    return spheres_.tree().nodes()[found.node]->exemplar(found.slot);
}

template class FixedRadius<float>;
template class FixedRadius<double>;

}  // namespace bestsofar
