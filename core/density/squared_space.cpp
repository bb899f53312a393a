#include "density/squared_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bestsofar {

class SquaredSpace::SquaredProbe final : public Probe {
public:
    SquaredProbe(const Space& space, std::unique_ptr<Probe> probe) : space_(space), probe_(std::move(probe)) {}

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        // Nothing is abandoned early: the bound is of squares.
        const std::size_t all = probe_->scan(first, count, std::numeric_limits<double>::infinity(), hits);
        std::size_t found = 0;
        for (std::size_t i = 0; i < all; ++i) {
            const double square = squared(hits[i].distance);
            if (square < bound) hits[found++] = {square, hits[i].row};
        }
        return found;
    }

    void measure(std::size_t first, std::size_t count, double* distances) const override {
        probe_->measure(first, count, distances);
        std::transform(distances, distances + count, distances, [this](double reduced) { return squared(reduced); });
    }

private:
    /// An overflow counts as the largest number, as everywhere.
    [[nodiscard]] double squared(double reduced) const {
        const double distance = space_.distance(reduced);
        return std::min(distance * distance, std::numeric_limits<double>::max());
    }

    const Space& space_;
    std::unique_ptr<Probe> probe_;
};

std::unique_ptr<Probe> SquaredSpace::probe(Record record) const {
    return std::make_unique<SquaredProbe>(*of_, of_->probe(record));
}

std::unique_ptr<Probe> SquaredSpace::probe_row(std::size_t row, const Space& source) const {
    return std::make_unique<SquaredProbe>(*of_, of_->probe_row(row, *static_cast<const SquaredSpace&>(source).of_));
}

std::unique_ptr<Space> SquaredSpace::select(std::span<const std::uint32_t> rows) const {
    return std::make_unique<SquaredSpace>(of_->select(rows));
}

double SquaredSpace::distance(double reduced) const { return std::sqrt(reduced); }

}  // namespace bestsofar
