#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace bestsofar {

/// How often a query that was not done after a number of steps already had the label it ended with. Learned from the
/// stream itself, the latest counting most.
class Settling {
public:
    /// `labels`: what one query thought after each of its steps, the last included.
    void learn(std::span<const std::uint32_t> labels) {
        for (std::size_t step = 0; step + 1 < labels.size(); ++step) {
            Cell& cell = cells_[std::min(step, cells_.size() - 1)];
            if (cell.seen == enough) cell = {cell.settled / 2, cell.seen / 2};
            ++cell.seen;
            cell.settled += labels[step] == labels.back();
        }
    }

    /// The probability that the label after this many steps, if there are more, is the last label.
    [[nodiscard]] double after(std::uint64_t steps) const {
        const Cell& cell = cells_[std::min<std::uint64_t>(steps, cells_.size()) - 1];
        return (cell.settled + 1.0) / (cell.seen + 2.0);
    }

    /// Whether it can have been learned: for bytes from a file.
    [[nodiscard]] bool sound() const {
        return std::ranges::all_of(cells_, [](const Cell& cell) { return cell.settled <= cell.seen; });
    }

private:
    static constexpr std::uint32_t enough = 1024;

    struct Cell {
        std::uint32_t settled = 0;
        std::uint32_t seen = 0;
    };
    std::array<Cell, 64> cells_{};
};

// Files hold it as it lies in memory.
static_assert(sizeof(Settling) == 64 * 2 * sizeof(std::uint32_t));

}  // namespace bestsofar
