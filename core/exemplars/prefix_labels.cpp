#include "exemplars/prefix_labels.hpp"

#include <limits>

#include "parallel.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t rows_at_once = 8;

/// The nearest exemplar to a row, as more and more of an order is read.
class NearestInOrder {
public:
    NearestInOrder(const Probe& probe, std::vector<Hit>& hits) : probe_(probe), hits_(hits) {}

    std::uint32_t after(std::size_t length) {
        const std::size_t found = probe_.scan(read_, length - read_, nearest_.distance, hits_.data());
        for (const Hit& hit : std::span(hits_).first(found)) {
            if (hit.distance < nearest_.distance) nearest_ = hit;
        }
        read_ = length;
        return nearest_.row;
    }

private:
    const Probe& probe_;
    std::vector<Hit>& hits_;
    std::size_t read_ = 0;
    Hit nearest_{std::numeric_limits<double>::infinity(), 0};
};

}  // namespace

std::vector<std::uint32_t> prefix_labels(const Space& space, std::span<const std::uint32_t> labels,
                                         std::span<const std::uint32_t> order, std::span<const std::uint32_t> rows,
                                         std::span<const std::uint32_t> lengths) {
    const auto ordered = space.select(order);
    std::vector<std::uint32_t> all(rows.size() * lengths.size());
    parallel_for(rows.size(), rows_at_once, workers_for(space), [&](std::size_t begin, std::size_t end, std::size_t) {
        std::vector<Hit> hits(order.size());
        for (std::size_t i = begin; i < end; ++i) {
            const auto probe = ordered->probe_row(rows[i], space);
            NearestInOrder nearest(*probe, hits);
            for (std::size_t column = 0; column < lengths.size(); ++column) {
                all[i * lengths.size() + column] = labels[order[nearest.after(lengths[column])]];
            }
        }
    });
    return all;
}

}  // namespace bestsofar
