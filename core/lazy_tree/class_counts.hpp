#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bytes.hpp"

namespace bestsofar {

/// How many records of each class; most exemplars have only one, which needs no memory of its own.
class ClassCounts {
public:
    struct Tally {
        std::uint32_t label;
        std::uint32_t count;
    };

    explicit ClassCounts(std::uint32_t label, std::uint32_t count = 1) : first_{label, count}, total_(count) {}

    /// One number for each class, at least one of them above 0.
    explicit ClassCounts(std::span<const std::uint32_t> counts) : ClassCounts(0, 0) {
        first_.label = static_cast<std::uint32_t>(std::ranges::max_element(counts) - counts.begin());
        for (std::uint32_t label = 0; label < counts.size(); ++label) {
            if (counts[label] > 0) add(label, counts[label]);
        }
    }

    /// The class with most records; of several, the one that was so first.
    [[nodiscard]] std::uint32_t majority() const { return first_.label; }
    [[nodiscard]] std::uint64_t total() const { return total_; }
    [[nodiscard]] std::size_t size() const { return 1 + others_.size(); }
    /// With what an allocator adds, which is much for a block so small: eight bytes, and up to the next multiple of
    /// sixteen, 32 at least.
    [[nodiscard]] std::size_t heap_bytes() const {
        if (others_.capacity() == 0) return 0;
        return std::max<std::size_t>(32, (others_.capacity() * sizeof(Tally) + 8 + 15) / 16 * 16);
    }

    void add(std::uint32_t label, std::uint32_t count = 1) {
        total_ += count;
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
        for (const Tally& tally : others_) visit(tally);
    }

    /// `codes` holds the new code of every old one.
    /// Throws InvalidBytes of a class that has no code: only a damaged file has such.
    void relabel(std::span<const std::uint32_t> codes) {
        const auto relabel_one = [&](Tally& tally) {
            if (tally.label >= codes.size()) throw InvalidBytes("a class that is not there");
            tally.label = codes[tally.label];
        };
        relabel_one(first_);
        std::ranges::for_each(others_, relabel_one);
    }

private:
    Tally& of(std::uint32_t label) {
        for (Tally& tally : others_) {
            if (tally.label == label) return tally;
        }
        others_.reserve(others_.size() + 1);  // few classes meet in one place: no room to spare
        return others_.emplace_back(Tally{label, 0});
    }

    Tally first_;
    std::uint64_t total_;
    std::vector<Tally> others_;
};

}  // namespace bestsofar
