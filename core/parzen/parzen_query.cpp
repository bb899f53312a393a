#include "parzen/parzen_query.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "break_tie.hpp"
#include "density/gaussian.hpp"

namespace bestsofar {

ParzenQuery::ParzenQuery(const std::shared_ptr<const ParzenIndex>& index, Record record)
    : ScanQuery(index, record), scale_(index->scale()), sums_(index->n_classes()) {
    nearest_.reserve(told + 1);
}

void ParzenQuery::read(std::size_t first, std::size_t count) {
    static_assert(longest_scan <= Kernels::most);
    Kernels kernels;
    probe().measure(first, count, kernels.of);
    offer(first, {kernels.of, count});
    to_kernels(kernels, count, scale_);
    const std::uint32_t* const labels = exemplars().labels().data() + first;
    for (std::size_t i = 0; i < count; ++i) sums_[labels[i]] += kernels.of[i];
}

void ParzenQuery::offer(std::size_t first, std::span<const double> squares) {
    for (std::size_t i = 0; i < squares.size(); ++i) {
        if (nearest_.size() == told && squares[i] >= nearest_.back().distance) continue;
        insert(nearest_, {squares[i], static_cast<std::uint32_t>(first + i), exemplars().label(first + i)});
        if (nearest_.size() > told) nearest_.pop_back();
    }
}

std::vector<double> ParzenQuery::shares() const {
    std::vector<double> shares = sums_;
    const double mass = std::accumulate(sums_.begin(), sums_.end(), 0.0);
    if (mass > 0) {
        for (double& share : shares) share /= mass;
    } else {
        const std::size_t opening = exemplars().opening();  // one exemplar of every class that has any
        for (std::size_t place = 0; place < opening; ++place) {
            shares[exemplars().label(place)] = 1 / static_cast<double>(opening);
        }
    }
    return shares;
}

std::uint32_t ParzenQuery::largest(std::span<const double> shares) const {
    const double most = *std::ranges::max_element(shares) - tie;
    const std::uint32_t near = nearest_.front().label;
    if (shares[near] >= most) return near;
    const auto first = std::ranges::find_if(shares, [most](double share) { return share >= most; });
    return static_cast<std::uint32_t>(first - shares.begin());
}

std::uint32_t ParzenQuery::label() const { return largest(shares()); }

std::vector<double> ParzenQuery::proba() const {
    std::vector<double> shares = this->shares();
    break_tie(shares, largest(shares));
    return shares;
}

double ParzenQuery::margin() const {
    std::vector<double> shares = this->shares();
    const double own = std::exchange(shares[largest(shares)], 0.0);
    const double other = *std::ranges::max_element(shares);
    if (other == 0) return 1;
    // Shares crowd near 0 and 1, logarithms of their ratio do not.
    const double lead = std::max(std::log(own) - std::log(other), 0.0);
    return lead / (1 + lead);
}

double ParzenQuery::best_distance() const { return exemplars().space().distance(nearest_.front().distance); }

void ParzenQuery::put_state(Writer& out) const {
    put(out, nearest_);
    out.put_all(sums_);
}

void ParzenQuery::get_state(Reader& in) {
    const std::size_t read = steps();
    nearest_ = get_neighbors(in, exemplars(), read, std::min(told, read));
    sums_ = in.get_all<double>(sums_.size());
    const auto possible = [&](double sum) { return sum >= 0 && sum <= static_cast<double>(read); };
    if (!std::ranges::all_of(sums_, possible)) throw InvalidBytes("a sum that no query can have");
}

}  // namespace bestsofar
