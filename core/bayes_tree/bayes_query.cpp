#include "bayes_tree/bayes_query.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "bayes_tree/largest.hpp"
#include "break_tie.hpp"
#include "distance/record_values.hpp"
#include "simd/math.hpp"
#include "suspended.hpp"

namespace bestsofar {

namespace {

constexpr std::uint64_t suspended_format = 0x31'52'45'55'51'54'42'53;  // "SBTQUER1", little endian
constexpr std::size_t most_neighbors = 7;
// What some dozen steps need: many queries never take more.
constexpr std::size_t usual_memory = std::size_t{1} << 14;
constexpr double none = -std::numeric_limits<double>::infinity();

template <class T>
std::vector<T> row_of(Record record, std::size_t width) {
    std::vector<T> row = numbers<T>(record, width);
    require_measurable<T>(row);
    return row;
}

double bounded(double density) { return density > least_density ? density : least_density; }

std::size_t turns_of_round(std::size_t n_classes) { return std::max<std::size_t>(1, std::bit_width(n_classes) - 1); }

}  // namespace

template <class T>
BayesQuery<T>::BayesQuery(std::shared_ptr<const BayesTree<T>> model, Record record)
    : model_(std::move(model)),
      memory_(usual_memory),
      point_(model_->scale().point(std::span<const T>(row_of<T>(record, model_->forest().width())))),
      frontiers_(memory_),
      past_(model_->n_classes(), memory_),
      waiting_(model_->n_classes(), memory_),
      turns_(memory_),
      most_turns_(turns_of_round(model_->n_classes())) {
    frontiers_.reserve(model_->n_classes());
    for (std::size_t label = 0; label < model_->n_classes(); ++label) frontiers_.emplace_back(memory_);
    begin_frontiers();
    end_round();
    if (done()) stop_ = Stop::complete;
}

template <class T>
void BayesQuery<T>::begin_frontiers() {
    const ReadNode<T> roots = model_->roots();
    std::vector<double> densities(whole_vectors(frontiers_.size()));
    log_densities(roots, model_->scale(), point_.data(), densities.data());
    for (std::uint32_t label = 0; label < frontiers_.size(); ++label) {
        if (roots.counts()[label] == 0) continue;
        frontiers_[label].begin(root(label, densities[label]));
        turns_.push_back(label);
    }
}

template <class T>
Siblings& BayesQuery<T>::root(std::uint32_t label, double density) {
    const ReadNode<T> roots = model_->roots();
    const std::optional<ShapedGaussian>& shaped = model_->shaped(label).root();
    Siblings& root = new_siblings(doubles_at_once, memory_);
    root.children = roots.children() + label;
    root.rows = roots.rows() + label;
    root.n_groups = root.count = 1;
    std::fill_n(root.density(), Siblings::quantities * root.room, 0.0);
    std::fill_n(root.priority(), root.room, none);
    root.density()[0] = bounded(shaped ? shaped->log_density(model_->scale(), point_.data()) : density);
    root.weight()[0] = roots.counts()[label] * (shaped ? shaped->weight() : 1);
    if (*root.children != Pages::nowhere) root.priority()[0] = root.density()[0];
    return root;
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
    const std::uint32_t label = next_;
    turns_.push_back(label);
    // Not at the beginning of the round, nor at the end: here the processor can do it while it reads a node.
    if (turns_.size() < most_turns_) next_ = likeliest();
    ++steps_;
    refine(label);
    if (turns_.size() == most_turns_ || done()) end_round();
    // Nodes of a damaged file may lead back to where they came from.
    if (steps_ >= model_->n_nodes() || entries_ > model_->most_entries()) next_ = nobody;
}

template <class T>
void BayesQuery<T>::refine(std::uint32_t label) {
    const ClassTree<T>& tree = model_->forest().tree(label);
    Frontier& frontier = frontiers_[label];
    const Pages::Address address = frontier.next();
    const bool opened = model_->forest().opened();
    if (opened && !tree.sound(address)) return frontier.give_up();
    if (opened) entries_ += tree.node(address).entries();
    Siblings& finer = read(tree.node(address));
    if (const auto* groups = model_->shaped(label).at(address)) reshape(finer, *groups);
    if (model_->decision() == Decision::ens) past_[label].changes(frontier.sum(), steps_);
    frontier.refine(finer);
    const bool there = frontier.refinable() && (!opened || tree.pages().room(frontier.next()) > 0);
    if (there) tree.fetch(frontier.next());
}

template <class T>
Siblings& BayesQuery<T>::read(const ReadNode<T>& node) {
    Siblings& siblings = new_siblings(whole_vectors(node.entries()), memory_);
    siblings.children = node.children();
    siblings.rows = node.rows();
    siblings.n_groups = node.head().groups;
    siblings.count = node.head().groups + node.head().kernels;
    see(node, model_->scale(), point_.data(), siblings);
    return siblings;
}

template <class T>
void BayesQuery<T>::reshape(Siblings& siblings, const ShapedEntries::Groups& groups) const {
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (!groups[i]) continue;
        siblings.density()[i] = siblings.priority()[i] =
            bounded(groups[i]->log_density(model_->scale(), point_.data()));
        siblings.weight()[i] *= groups[i]->weight();
    }
}

template <class T>
void BayesQuery<T>::end_round() {
    enter(turns_);
    turns_.clear();
    next_ = likeliest();
}

template <class T>
std::uint32_t BayesQuery<T>::likeliest() {
    const std::uint32_t best = waiting_.best();
    if (waiting_[best] == ArgMax::out) return nobody;
    waiting_.set(best, ArgMax::out);
    return best;
}

template <class T>
void BayesQuery<T>::enter(std::span<const std::uint32_t> labels) {
    for (; !labels.empty(); labels = labels.subspan(std::min(labels.size(), doubles_at_once))) {
        const auto some = labels.first(std::min(labels.size(), doubles_at_once));
        Scaled sums[doubles_at_once];
        double found[doubles_at_once];
        for (std::size_t i = 0; i < some.size(); ++i) sums[i] = frontiers_[some[i]].sum();
        logs({sums, some.size()}, found);
        for (std::size_t i = 0; i < some.size(); ++i) {
            if (frontiers_[some[i]].refinable()) waiting_.set(some[i], found[i]);
        }
    }
}

template <class T>
Scaled BayesQuery<T>::score(std::size_t label) const {
    const Frontier& frontier = frontiers_[label];
    if (frontier.empty()) return {1, none};
    switch (model_->decision()) {
        case Decision::ens: return past_[label].until(steps_ + 1, frontier.sum());
        case Decision::nn: return {1, frontier.log_largest()};
        case Decision::bt: break;
    }
    return frontier.sum();
}

template <class T>
const std::vector<double>& BayesQuery<T>::scores() const {
    if (!scores_.empty() && scored_ == steps_) return scores_;
    std::vector<Scaled> all(frontiers_.size());
    for (std::size_t label = 0; label < all.size(); ++label) all[label] = score(label);
    scores_.resize(all.size());
    logs(all, scores_.data());
    scored_ = steps_;
    return scores_;
}

template <class T>
std::uint32_t BayesQuery<T>::label() const {
    const std::vector<double>& all = scores();
    return static_cast<std::uint32_t>(std::ranges::max_element(all) - all.begin());
}

template <class T>
std::vector<double> BayesQuery<T>::proba() const {
    std::vector<double> shares = scores();
    const std::uint32_t best = label();
    const double most = shares[best];
    for (double& share : shares) share = std::exp(share - most);
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares) share /= sum;
    break_tie(shares, best);
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
std::vector<std::uint64_t> BayesQuery<T>::neighbors() const {
    // First those of the best class, which keep most others out.
    const std::uint32_t best = label();
    Largest largest(most_neighbors);
    largest.add(frontiers_[best]);
    for (std::uint32_t other = 0; other < frontiers_.size(); ++other) {
        if (other != best) largest.add(frontiers_[other]);
    }
    return largest.rows();
}

template <class T>
Bytes BayesQuery<T>::suspend() const {
    Writer out = suspended_writer({suspended_format, model_->fingerprint()});
    out.put(steps_);
    out.put(stop_);
    for (std::size_t i = 0; i < model_->forest().width(); ++i) out.put(static_cast<T>(point_[i]));
    return std::move(out).finish();
}

template <class T>
std::unique_ptr<BayesQuery<T>> BayesQuery<T>::resume(std::shared_ptr<const BayesTree<T>> model,
                                                     std::span<const std::byte> suspended) {
    Reader in = suspended_reader(suspended, {suspended_format, model->fingerprint()});
    const auto steps = in.get<std::uint64_t>();
    const Stop stop = get_stop(in);
    try {
        const Record record(Record::kind_of<T>, in.get(in.left()));
        auto query = begin(std::move(model), record);
        while (query->steps_ < steps && !query->done()) query->step();
        if (query->steps_ != steps) throw InvalidBytes("a state that no query can have");
        query->stop_ = stop;
        return query;
    } catch (const InvalidRecord& error) {
        throw InvalidBytes(error.what());
    }
}

template class BayesQuery<float>;
template class BayesQuery<double>;

}  // namespace bestsofar
