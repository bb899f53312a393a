#pragma once

#include <vector>

#include "lazy_tree/spheres.hpp"

namespace bestsofar {

/// Features in units of their own, so that none counts for more because of the unit it was measured in: each is divided
/// by its standard deviation within the classes of the exemplars there are.
///
/// All distances depend on it, so it stays as it is until the memory has turned over: until as many records have come
/// as there were exemplars the last time. While the memory fills up, that is whenever it has doubled.
template <class T>
class Scaling {
public:
    /// One more record was learned. Returns whether the scale is to be renewed.
    [[nodiscard]] bool due_after_one_more() { return --left_ == 0; }
    /// What differences are to be multiplied by from now on. There is an exemplar.
    [[nodiscard]] std::vector<T> renew(const Spheres<T>& spheres);

    /// With the current scale.
    void put(Writer& out, const VectorMeasure<T>& measure) const;
    /// Returns the scale. Throws InvalidBytes.
    [[nodiscard]] std::vector<T> get(Reader& in, std::size_t width);

private:
    std::uint64_t left_ = 1;  ///< records until it is renewed
};

}  // namespace bestsofar
