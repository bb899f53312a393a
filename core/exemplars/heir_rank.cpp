#include "exemplars/heir_rank.hpp"

#include <utility>

#include "exemplars/election.hpp"
#include "exemplars/fill_from_back.hpp"

namespace bestsofar {

namespace {

class HeirRanker {
public:
    HeirRanker(const Space& space, std::span<const std::uint32_t> labels, std::vector<std::int64_t> counts,
               std::size_t n_classes)
        : labels_(labels), n_classes_(n_classes), counts_(std::move(counts)), election_(space, labels, n_classes) {
        for (std::uint32_t row = 0; row < labels_.size(); ++row) election_.give(row, counts_of(row));
    }

    [[nodiscard]] std::size_t left() const { return election_.size(); }

    std::uint32_t remove_worst() {
        const std::uint32_t row = election_.worst();
        election_.remove(row, [this](std::uint32_t voter) { return !election_.gone(voter); });
        const std::uint32_t heir = election_.neighbor(row);
        if (heir == Election::none) return row;  // nobody is left to remember
        election_.give(heir, counts_of(row));
        for (std::size_t label = 0; label < n_classes_; ++label) counts_of(heir)[label] += counts_of(row)[label];
        ++counts_of(heir)[labels_[row]];  // the heir has this vote already: a row votes for its nearest
        return row;
    }

    [[nodiscard]] Heirs heirs() {
        Heirs kept;
        for (std::uint32_t row = 0; row < labels_.size(); ++row) {
            if (election_.gone(row)) continue;
            const auto counts = counts_of(row);
            kept.rows.push_back(row);
            kept.counts.insert(kept.counts.end(), counts.begin(), counts.end());
        }
        return kept;
    }

private:
    [[nodiscard]] std::span<std::int64_t> counts_of(std::uint32_t row) {
        return std::span(counts_).subspan(row * n_classes_, n_classes_);
    }

    std::span<const std::uint32_t> labels_;
    std::size_t n_classes_;
    std::vector<std::int64_t> counts_;
    Election election_;
};

}  // namespace

std::vector<std::uint32_t> heir_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes) {
    HeirRanker ranker(space, labels, std::vector<std::int64_t>(space.size() * n_classes), n_classes);
    std::vector<std::uint32_t> order(space.size());
    fill_from_back(order, [&] { return ranker.remove_worst(); });
    return order;
}

Heirs heirs(const Space& space, std::span<const std::uint32_t> labels, std::span<const std::int64_t> counts,
            std::size_t n_classes, std::size_t keep) {
    HeirRanker ranker(space, labels, {counts.begin(), counts.end()}, n_classes);
    while (ranker.left() > keep) ranker.remove_worst();
    return ranker.heirs();
}

}  // namespace bestsofar
