#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "allocated.hpp"
#include "bytes.hpp"
#include "lazy_tree/copy_on_write.hpp"

namespace bestsofar {

/// How many records of each class; most exemplars have only one class, which needs no memory of its own.
class ClassCounts {
public:
    struct Tally {
        std::uint32_t label;
        std::uint32_t count;
    };

    explicit ClassCounts(std::uint32_t label, std::uint32_t count = 1) : first_{label, count} {}

    /// One number for each class, at least one of them above 0.
    explicit ClassCounts(std::span<const std::uint32_t> counts) : ClassCounts(0, 0) {
        first_.label = static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin());
        for (std::uint32_t label = 0; label < counts.size(); ++label) {
            if (counts[label] > 0) add(label, counts[label]);
        }
    }

    /// The class with most records; of several, the one that had as many first.
    [[nodiscard]] std::uint32_t majority() const { return first_.label; }
    [[nodiscard]] std::uint64_t total() const {
        std::uint64_t total = first_.count;
        for (const Tally& tally : others()) total += tally.count;
        return total;
    }
    [[nodiscard]] std::size_t size() const { return 1 + others().size(); }
    [[nodiscard]] std::size_t heap_bytes() const {
        if (!others_) return 0;
        return CopyOnWrite<Tallies>::bytes() + allocated(*others_);
    }

    void add(std::uint32_t label, std::uint32_t count = 1) {
        if (label == first_.label) {
            first_.count += count;
            return;
        }
        Tally& tally = of(label);
        tally.count += count;
        if (tally.count > first_.count) std::swap(tally, first_);
    }

    /// Calls visit(Tally), the majority first.
    template <class Visit>
    void for_each(Visit visit) const {
        visit(first_);
        for (const Tally& tally : others()) visit(tally);
    }

    /// `codes` holds the new code of every old one. Throws InvalidBytes for a class that has no code, as only a damaged
    /// file can have.
    void relabel(std::span<const std::uint32_t> codes) {
        const auto relabel_one = [&](Tally& tally) {
            if (tally.label >= codes.size()) throw InvalidBytes("a class that is not there");
            tally.label = codes[tally.label];
        };
        relabel_one(first_);
        if (others_) std::ranges::for_each(others_.edit(), relabel_one);
    }

private:
    using Tallies = std::vector<Tally>;

    [[nodiscard]] std::span<const Tally> others() const {
        return others_ ? std::span<const Tally>(*others_) : std::span<const Tally>();
    }

    Tally& of(std::uint32_t label) {
        if (!others_) others_ = CopyOnWrite(Tallies());
        Tallies& others = others_.edit();
        for (Tally& tally : others) {
            if (tally.label == label) return tally;
        }
        others.reserve(others.size() + 1);  // few classes meet in one place: no room to spare
        return others.emplace_back(Tally{label, 0});
    }

    Tally first_;
    CopyOnWrite<Tallies> others_;  ///< nothing, if there are none
};

}  // namespace bestsofar
