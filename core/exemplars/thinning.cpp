#include "exemplars/thinning.hpp"

#include <algorithm>
#include <limits>

#include "exemplars/worth.hpp"

namespace bestsofar {

namespace {

// As many spare bits as a Legacy has, so that it makes no difference whether there is one.
constexpr SmoothWorth smooth{3, 10};
// A witness looks for rows again only when fewer than two of these are left.
constexpr std::size_t kept_rows = 8;

const Hit nowhere{std::numeric_limits<double>::infinity(), Thinning::none};

}  // namespace

Thinning::Thinning(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy)
    : labels_(labels),
      remaining_(space),
      leaning_(space.size()),
      loss_(space.size()),
      least_(ask_all(legacy), Losses{this}) {}

void Thinning::call_witnesses(const Legacy& legacy) {
    for (std::uint32_t row = 0; row < labels_.size(); ++row) {
        first_.push_back(witnesses_.size());
        witnesses_.push_back({row, labels_[row], 1, 0, NearestRows(kept_rows), NearestRows(kept_rows)});
        legacy.for_each(row, [&](std::uint32_t label, std::int64_t count, double spread) {
            witnesses_.push_back({row, label, count, spread, NearestRows(kept_rows), NearestRows(kept_rows)});
        });
    }
    first_.push_back(witnesses_.size());
}

/// Returns how many rows there are.
std::size_t Thinning::ask_all(const Legacy& legacy) {
    call_witnesses(legacy);
    remaining_.look_from_all(*this);
    for (std::uint32_t row = 0; row < labels_.size(); ++row) lean_on_those_found(row);
    for (const Witness& witness : witnesses_) {
        losses(witness, [this](std::uint32_t row, std::int64_t loss) { loss_[row] += loss; });
    }
    return labels_.size();
}

std::uint32_t Thinning::remove_least() {
    const std::uint32_t row = least_.first();
    std::vector<std::uint32_t> leaning = std::move(leaning_[row]);
    for (std::size_t i = first_[row]; i < first_[row + 1]; ++i) leaning.push_back(static_cast<std::uint32_t>(i));
    std::ranges::sort(leaning);
    leaning.erase(std::ranges::unique(leaning).begin(), leaning.end());
    std::erase_if(leaning, [&](std::uint32_t i) { return !leans_on(witnesses_[i], row); });
    for (const std::uint32_t i : leaning) book(witnesses_[i], -1);
    remaining_.remove(row);
    least_.remove(row);
    for (const std::uint32_t i : leaning) {
        look_again(witnesses_[i]);
        book(witnesses_[i], 1);
    }
    return row;
}

double Thinning::bound(std::uint32_t row) const {
    double widest = 0;
    for (const Witness& witness : witnesses_of(row)) {
        widest = std::max({widest, witness.own.bound(), witness.other.bound()});
    }
    return widest;
}

void Thinning::offer(std::uint32_t row, const Hit& hit) {
    for (Witness& witness : witnesses_of(row)) {
        (labels_[hit.row] == witness.label ? witness.own : witness.other).offer(hit);
    }
}

std::span<Thinning::Witness> Thinning::witnesses_of(std::uint32_t row) {
    return std::span(witnesses_).subspan(first_[row], first_[row + 1] - first_[row]);
}
std::span<const Thinning::Witness> Thinning::witnesses_of(std::uint32_t row) const {
    return std::span(witnesses_).subspan(first_[row], first_[row + 1] - first_[row]);
}

void Thinning::lean_on_those_found(std::uint32_t row) {
    for (std::size_t i = first_[row]; i < first_[row + 1]; ++i) {
        for (const NearestRows* found : {&witnesses_[i].own, &witnesses_[i].other}) {
            for (const Hit& hit : found->rows()) leaning_[hit.row].push_back(static_cast<std::uint32_t>(i));
        }
    }
}

/// Whether its worth, or what its worth would be without another row, depends on this one.
bool Thinning::leans_on(const Witness& witness, std::uint32_t row) const {
    if (witness.row == row) return true;
    const auto rows = (labels_[row] == witness.label ? witness.own : witness.other).rows();
    return std::ranges::any_of(rows.first(std::min<std::size_t>(rows.size(), 2)),
                               [row](const Hit& hit) { return hit.row == row; });
}

Hit Thinning::nearest(const Witness& witness, bool own, std::uint32_t without) const {
    const std::uint32_t itself = witness.row;
    if (itself != without && !gone(itself) && (labels_[itself] == witness.label) == own)
        return {witness.spread, itself};
    for (const Hit& hit : (own ? witness.own : witness.other).rows()) {
        if (hit.row != without) return {witness.spread + hit.distance, hit.row};
    }
    return nowhere;
}

std::int64_t Thinning::worth(const Witness& witness, std::uint32_t without) const {
    return smooth({nearest(witness, true, without).distance, nearest(witness, false, without).distance});
}

/// Calls visit(row, loss) for each row without which the witness would be worth more or less.
template <class Visit>
void Thinning::losses(const Witness& witness, Visit visit) const {
    const std::int64_t now = worth(witness, none);
    for (const bool own : {true, false}) {
        const std::uint32_t row = nearest(witness, own, none).row;
        if (row != none) visit(row, witness.weight * (now - worth(witness, row)));
    }
}

void Thinning::book(const Witness& witness, std::int64_t sign) {
    losses(witness, [&](std::uint32_t row, std::int64_t loss) {
        loss_[row] += sign * loss;
        least_.update(row);
    });
    least_.update(witness.row);  // its nearest of its class may be another
}

void Thinning::look_again(Witness& witness) {
    bool few = false;
    for (NearestRows* rows : {&witness.own, &witness.other}) {
        rows->keep_in_front(2, [this](std::uint32_t row) { return gone(row); });
        if (rows->rows().size() < 2 && rows->was_full()) {
            rows->widen();
            few = true;
        }
    }
    if (!few) return;
    for (Witness& neighbor : witnesses_of(witness.row)) {
        neighbor.own.clear();
        neighbor.other.clear();
    }
    remaining_.look_from(witness.row, *this);
    lean_on_those_found(witness.row);
}

std::tuple<std::int64_t, double, std::uint32_t> Thinning::key(std::uint32_t row) const {
    const auto kin = witnesses_[first_[row]].own.rows();
    return {loss_[row], kin.empty() ? nowhere.distance : kin.front().distance, row};
}

std::vector<std::uint32_t> thin_out(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy,
                                    std::size_t keep) {
    Thinning thinning(space, labels, legacy);
    while (thinning.left() > keep) thinning.remove_least();
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < labels.size(); ++row) {
        if (!thinning.gone(row)) rows.push_back(row);
    }
    return rows;
}

}  // namespace bestsofar
