#include "bayes_tree/bayes_query.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "distance/numbers.hpp"

namespace bestsofar {

namespace {

constexpr std::uint64_t suspended_format = 0x31'52'45'55'51'54'42'53;  // "SBTQUER1", little endian
constexpr std::size_t most_neighbors = 7;
constexpr std::size_t cache_line = 64;
// What is further away is as far as this, and so is what a damaged file makes of a density.
constexpr double least_density = -1e300;
constexpr double none = -std::numeric_limits<double>::infinity();

/// Asks memory for what will be read soon.
inline void prefetch([[maybe_unused]] const std::byte* address) {
#if defined(__GNUC__) || defined(__clang__)
    __builtin_prefetch(address);
#endif
}

template <class T>
std::vector<T> row_of(Record record, std::size_t width) {
    std::vector<T> row = numbers<T>(record, width);
    require_measurable<T>(row);
    return row;
}

double bounded(double density) { return density > least_density ? density : least_density; }

/// Even a damaged entry stands for some row.
double weight_of(std::uint32_t count) { return std::max(static_cast<double>(count), 1.0); }

/// No logarithm of a positive weight is above it.
double log_bound(double weight) {
    constexpr int bias = 1022, mantissa = 52;
    return (static_cast<int>(std::bit_cast<std::uint64_t>(weight) >> mantissa) - bias) * std::numbers::ln2;
}

/// How many classes are refined before they are sorted again.
std::size_t turns_of_a_round(std::size_t n_classes) { return std::max<std::size_t>(1, std::bit_width(n_classes) - 1); }

template <class T>
ReadEntry root_entry(const BayesTree<T>& model, std::size_t label, const double* point) {
    const Entry<T>& root = model.forest().tree(label).root();
    const auto count = static_cast<double>(root.count);
    if (const auto& shaped = model.shaped(label).root()) {
        const double density = shaped->log_density(model.ruler(), point);
        return {bounded(density), root.child, count * shaped->weight(), root.row};
    }
    const double density = log_density(root.mean.data(), root.variance.data(), model.ruler(), point);
    return {bounded(density), root.child, count, root.row};
}

}  // namespace

template <class T>
BayesQuery<T>::BayesQuery(std::shared_ptr<const BayesTree<T>> model, Record record)
    : model_(std::move(model)),
      point_(model_->ruler().point(std::span<const T>(row_of<T>(record, model_->forest().width())))),
      past_(model_->n_classes()),
      likeliest_(model_->n_classes()),
      logs_(model_->forest().fanout()) {
    frontiers_.reserve(model_->n_classes());
    for (std::size_t label = 0; label < model_->n_classes(); ++label) {
        if (model_->forest().tree(label).root().count == 0) {
            frontiers_.emplace_back();
            continue;
        }
        frontiers_.emplace_back(read_, root_entry(*model_, label, point_.data()));
        enter(static_cast<std::uint32_t>(label));
    }
    choose();
    if (done()) stop_ = Stop::complete;
}

template <class T>
std::unique_ptr<BayesQuery<T>> BayesQuery<T>::begin(std::shared_ptr<const BayesTree<T>> model, Record record) {
    return std::unique_ptr<BayesQuery>(new BayesQuery(std::move(model), record));
}

template <class T>
Stop BayesQuery<T>::advance(Budget& budget) {
    // Between two looks at the clock, about a microsecond.
    const std::size_t grain = std::clamp<std::size_t>(64 / model_->forest().width(), 1, 4);
    while (!done()) {
        const std::size_t granted = budget.grant(grain);
        if (granted == 0) return budget.stop();
        std::size_t taken = 0;
        for (; taken < granted && !done(); ++taken) step();
        budget.spend(taken);
    }
    return Stop::complete;
}

template <class T>
void BayesQuery<T>::step() {
    const std::uint32_t label = *next_;
    Frontier& frontier = frontiers_[label];
    const Pages::Address address = frontier.next(read_);
    refined_.push_back(label);
    likeliest_.leave(label);
    if (!round_is_over()) fetch(likeliest_.winner());
    ++steps_;
    if (const ClassTree<T>& tree = model_->forest().tree(label); tree.sound(address)) {
        read(tree.node(address));
        if (const auto* groups = model_->shaped(label).at(address)) reshape(*groups);
        if (model_->decision() == Decision::ens) past_[label].changes(frontier.log_sum(), steps_);
        frontier.refine(read_, node_);
    } else {
        frontier.settle(read_);
    }
    choose();
}

template <class T>
void BayesQuery<T>::read(const ReadNode<T>& node) {
    log_densities(node, model_->ruler(), point_.data(), logs_.data());
    node_.clear();
    const std::size_t groups = node.groups(), kernels = node.kernels();
    for (std::size_t i = 0; i < groups; ++i) {
        const GroupHead& head = node.group(i);
        node_.push_back({bounded(logs_[i]), head.child, weight_of(head.count), head.row});
    }
    for (std::size_t i = 0; i < kernels; ++i) {
        const KernelHead& head = node.kernel(i);
        node_.push_back({bounded(logs_[groups + i]), Pages::nowhere, weight_of(head.count), head.row});
    }
}

template <class T>
void BayesQuery<T>::reshape(const ShapedEntries::Groups& groups) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!groups[i]) continue;
        node_[i].density = bounded(groups[i]->log_density(model_->ruler(), point_.data()));
        node_[i].weight *= groups[i]->weight();
    }
}

template <class T>
void BayesQuery<T>::fetch(std::uint32_t label) const {
    const ClassTree<T>& tree = model_->forest().tree(label);
    const Pages::Address address = frontiers_[label].next(read_);
    const std::size_t most =
        model_->forest().fanout() * (sizeof(GroupHead) + 2 * model_->forest().width() * sizeof(double));
    const std::size_t length = std::min(most, tree.pages().room(address));
    for (std::size_t line = 0; line < length; line += cache_line) prefetch(tree.run(address) + line);
}

template <class T>
void BayesQuery<T>::enter(std::uint32_t label) {
    if (frontiers_[label].refinable()) likeliest_.enter(label, frontiers_[label].log_sum());
}

template <class T>
bool BayesQuery<T>::round_is_over() const {
    return refined_.size() == turns_of_a_round(frontiers_.size()) || likeliest_.over();
}

template <class T>
void BayesQuery<T>::choose() {
    if (round_is_over()) {
        for (const std::uint32_t label : refined_) enter(label);
        refined_.clear();
    }
    // Nodes of a damaged file may lead back to where they came from.
    const bool ends = likeliest_.over() || steps_ >= model_->n_nodes();
    next_ = ends ? std::nullopt : std::optional(likeliest_.winner());
}

template <class T>
double BayesQuery<T>::score(std::size_t label) const {
    const Frontier& frontier = frontiers_[label];
    if (frontier.empty()) return none;
    switch (model_->decision()) {
        case Decision::ens: return past_[label].until(steps_ + 1, frontier.log_sum());
        case Decision::nn: return frontier.log_largest(read_);
        case Decision::bt: break;
    }
    return frontier.log_sum();
}

template <class T>
std::vector<double> BayesQuery<T>::scores() const {
    std::vector<double> all(frontiers_.size());
    for (std::size_t label = 0; label < all.size(); ++label) all[label] = score(label);
    return all;
}

template <class T>
std::uint32_t BayesQuery<T>::label() const {
    const std::vector<double> all = scores();
    return static_cast<std::uint32_t>(std::ranges::max_element(all) - all.begin());
}

template <class T>
std::vector<double> BayesQuery<T>::proba() const {
    std::vector<double> shares = scores();
    const auto best = std::ranges::max_element(shares);
    const double most = *best;
    for (double& share : shares) share = std::exp(share - most);
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= sum;
    // Where rounding made two alike, the largest share still tells the label.
    *best = std::nextafter(*best, 2.0);
    return shares;
}

template <class T>
double BayesQuery<T>::margin() const {
    if (frontiers_.size() < 2) return 1;
    double best = none, second = none;
    for (const double score : scores()) {
        second = std::max(second, std::min(best, score));
        best = std::max(best, score);
    }
    const double lead = best - second;
    // Log densities grow with the number of features.
    return std::isfinite(lead) ? lead / (lead + static_cast<double>(model_->forest().width())) : 1;
}

template <class T>
double BayesQuery<T>::confidence() const {
    return done() ? 1 : model_->confidence(steps_, margin());
}

template <class T>
std::vector<std::uint32_t> BayesQuery<T>::neighbors() const {
    std::vector<std::pair<double, std::uint32_t>> largest;  // logarithms of shares, negated, and rows
    for (const ReadEntry& entry : read_) {
        if (entry.weight == 0) continue;
        // Most are far away: a bound that takes no logarithm tells.
        const double bound = entry.density + log_bound(entry.weight);
        if (largest.size() == most_neighbors && -bound > largest.back().first) continue;
        const std::pair share(-entry.density - std::log(entry.weight), entry.row);
        largest.insert(std::ranges::upper_bound(largest, share), share);
        if (largest.size() > most_neighbors) largest.pop_back();
    }
    std::vector<std::uint32_t> rows;
    for (const auto& share : largest) rows.push_back(share.second);
    return rows;
}

template <class T>
Bytes BayesQuery<T>::suspend() const {
    Writer out;
    out.put(suspended_format);
    out.put(model_->fingerprint());
    out.put(steps_);
    out.put(stop_);
    for (std::size_t i = 0; i < model_->forest().width(); ++i) out.put(static_cast<T>(point_[i]));
    return std::move(out).finish();
}

template <class T>
std::unique_ptr<BayesQuery<T>> BayesQuery<T>::resume(std::shared_ptr<const BayesTree<T>> model,
                                                     std::span<const std::byte> suspended) {
    Reader in(suspended);
    if (in.get<std::uint64_t>() != suspended_format) throw InvalidBytes("bytes of another kind");
    if (in.get<std::uint64_t>() != model->fingerprint()) throw InvalidBytes("a query of another model");
    const auto steps = in.get<std::uint64_t>();
    const auto stop = in.get<Stop>();
    try {
        const Record record(Record(std::span<const T>()).kind, in.get(in.left()));
        auto query = begin(std::move(model), record);
        while (query->steps_ < steps && !query->done()) query->step();
        if (query->steps_ != steps || stop > Stop::seconds) throw InvalidBytes("a state that no query can have");
        query->stop_ = stop;
        return query;
    } catch (const InvalidRecord& error) {
        throw InvalidBytes(error.what());
    }
}

template class BayesQuery<float>;
template class BayesQuery<double>;

}  // namespace bestsofar
