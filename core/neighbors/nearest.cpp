#include "neighbors/nearest.hpp"

#include <algorithm>

namespace bestsofar {

void Nearest::offer(const Neighbor& candidate) {
    if (list_.size() == k_ && candidate.distance >= list_.back().distance) {
        if (unanimous() && candidate.label != label_ && candidate.distance < rival_.distance) rival_ = candidate;
        return;
    }
    insert(list_, candidate);
    ++votes_[candidate.label];
    if (list_.size() > k_) {
        const Neighbor lost = list_.back();
        list_.pop_back();
        --votes_[lost.label];
        elect();
        // The last of another class to leave the list is the nearest of its kind: all nearer ones would still be in it.
        if (unanimous() && lost.label != label_) rival_ = lost;
    } else {
        elect();
    }
}

void Nearest::elect() {
    std::uint32_t most = 0;
    for (const Neighbor& neighbor : list_) {
        if (votes_[neighbor.label] > most) {
            most = votes_[neighbor.label];
            label_ = neighbor.label;
        }
    }
}

void Nearest::restore(std::vector<Neighbor> list, const Neighbor& rival) {
    list_ = std::move(list);
    rival_ = rival;
    std::fill(votes_.begin(), votes_.end(), 0);
    for (const Neighbor& neighbor : list_) ++votes_[neighbor.label];
    elect();
}

double Nearest::own_distance() const {
    const auto own = std::find_if(list_.begin(), list_.end(), [this](const Neighbor& n) { return n.label == label_; });
    return own == list_.end() ? infinity : own->distance;
}

double Nearest::other_distance() const {
    const auto other =
        std::find_if(list_.begin(), list_.end(), [this](const Neighbor& n) { return n.label != label_; });
    return other == list_.end() ? rival_.distance : other->distance;
}

}  // namespace bestsofar
