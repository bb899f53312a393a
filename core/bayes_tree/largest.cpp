#include "bayes_tree/largest.hpp"

#include <cmath>

namespace bestsofar {

void Largest::add(const Frontier& frontier) {
    double least = least_share(frontier);
    if (frontier.sum().factor < least) return;
    for (const Siblings* some : frontier.siblings()) {
        if (some->sum < least) continue;
        add(*some, least);
        least = least_share(frontier);
    }
}

double Largest::least_share(const Frontier& frontier) const {
    return all_.size() < most_ ? 0 : frontier.least_share(-all_.back().first);
}

void Largest::add(const Siblings& siblings, double least) {
    for (std::size_t i = 0; i < siblings.count; ++i) {
        if (siblings.weight()[i] == 0 || siblings.share()[i] < least) continue;
        const std::pair share(-siblings.density()[i] - std::log(siblings.weight()[i]), siblings.rows[i]);
        if (all_.size() == most_) {
            if (share >= all_.back()) continue;
            all_.pop_back();
        }
        // They are few: going from one to the next is faster than searching.
        auto place = all_.end();
        while (place != all_.begin() && share < place[-1]) --place;
        all_.insert(place, share);
    }
}

std::vector<std::uint64_t> Largest::rows() const {
    std::vector<std::uint64_t> rows;
    for (const auto& [share, row] : all_) rows.push_back(row);
    return rows;
}

}  // namespace bestsofar
