#include "lazy_tree/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bestsofar {

namespace {

// With any other factor a difference might be lost, or be no number.
template <class T>
constexpr T least = std::numeric_limits<T>::min();
template <class T>
constexpr T most = std::numeric_limits<T>::max();

/// Sums of squared differences from a mean, feature by feature, in one pass (Welford 1962).
class Deviations {
public:
    explicit Deviations(std::size_t width) : means_(width), squares_(width) {}

    [[nodiscard]] double rows() const { return rows_; }
    [[nodiscard]] double of(std::size_t feature) const { return squares_[feature]; }

    template <class T>
    void add(const std::vector<T>& row) {
        const double share = 1 / ++rows_;
        for (std::size_t feature = 0; feature < row.size(); ++feature) {
            const double gap = row[feature] - means_[feature];
            means_[feature] += gap * share;
            squares_[feature] += gap * (row[feature] - means_[feature]);
        }
    }

private:
    double rows_ = 0;
    std::vector<double> means_;
    std::vector<double> squares_;
};

/// How rows differ from the mean of all, and from those of their classes.
struct Spread {
    Deviations all;
    std::vector<double> within;
    double classes = 0;

    /// What a feature is divided by. As if one more row differed from its class as rows differ from each other: what
    /// never varies within a class counts for much then, and not for everything.
    [[nodiscard]] double deviation(std::size_t feature) const {
        return std::sqrt((within[feature] + all.of(feature) / all.rows()) / (all.rows() - classes + 1));
    }
};

template <class T>
std::vector<std::uint32_t> class_by_class(const Spheres<T>& spheres) {
    std::vector<std::uint32_t> ids;
    spheres.times().for_each([&](std::uint32_t id) { ids.push_back(id); });
    std::ranges::stable_sort(ids, {}, [&](std::uint32_t id) { return spheres.tree().at(id).counts.majority(); });
    return ids;
}

template <class T>
Spread spread_of(const Spheres<T>& spheres) {
    const SphereTree<T>& tree = spheres.tree();
    const std::size_t width = tree.measure().width();
    Spread spread{Deviations(width), std::vector<double>(width)};
    const std::vector<std::uint32_t> ids = class_by_class(spheres);
    for (auto id = ids.begin(); id != ids.end(); ++spread.classes) {
        const std::uint32_t label = tree.at(*id).counts.majority();
        Deviations own(width);
        for (; id != ids.end() && tree.at(*id).counts.majority() == label; ++id) {
            const std::vector<T> row = tree.centre(*id);
            spread.all.add(row);
            own.add(row);
        }
        for (std::size_t feature = 0; feature < width; ++feature) spread.within[feature] += own.of(feature);
    }
    return spread;
}

}  // namespace

template <class T>
std::vector<T> Scaling<T>::renew(const Spheres<T>& spheres) {
    left_ = spheres.tree().size();
    const Spread spread = spread_of(spheres);
    std::vector<T> scale = spheres.tree().measure().scale();
    for (std::size_t feature = 0; feature < scale.size(); ++feature) {
        const double deviation = spread.deviation(feature);
        if (!(deviation > 0)) continue;  // it tells nothing apart, whatever its unit, or is beyond all numbers
        scale[feature] = static_cast<T>(std::clamp<double>(1 / deviation, least<T>, most<T>));
    }
    return scale;
}

template <class T>
void Scaling<T>::put(Writer& out, const VectorMeasure<T>& measure) const {
    out.put(left_);
    out.put_all(measure.scale());
}

template <class T>
std::vector<T> Scaling<T>::get(Reader& in, std::size_t width) {
    left_ = in.get<std::uint64_t>();
    std::vector<T> scale = in.get_all<T>(width);
    const auto possible = [](T factor) { return factor >= least<T> && factor <= most<T>; };
    if (left_ == 0 || !std::ranges::all_of(scale, possible)) throw InvalidBytes("a scale that cannot be");
    return scale;
}

template class Scaling<float>;
template class Scaling<double>;

}  // namespace bestsofar
