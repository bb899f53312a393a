#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

namespace bestsofar {

/// Who of many has the highest value, kept up to date as a knock-out tournament: to change a value costs a comparison a
/// round, and none of them makes the processor guess.
class Contest {
public:
    static constexpr double out = -std::numeric_limits<double>::infinity();

    /// At first all are out.
    explicit Contest(std::size_t count) : leaves_(std::bit_ceil(count + 1)), winners_(2 * leaves_) {
        for (std::size_t i = 0; i < leaves_; ++i) winners_[leaves_ + i].who = static_cast<std::uint32_t>(i);
        for (std::size_t i = leaves_; i-- > 1;) winners_[i] = winners_[2 * i];
    }

    [[nodiscard]] bool over() const { return winners_[1].value == out; }
    /// The one of the highest value, of equal ones the first.
    [[nodiscard]] std::uint32_t winner() const { return winners_[1].who; }

    void enter(std::uint32_t who, double value) {
        Entrant best{value, who};
        winners_[leaves_ + who] = best;
        for (std::size_t i = leaves_ + who; i > 1; i /= 2) {
            const Entrant both[] = {best, winners_[i ^ 1]};
            best = both[both[1].beats(both[0])];
            winners_[i / 2] = best;
        }
    }

    void leave(std::uint32_t who) { enter(who, out); }

private:
    struct Entrant {
        double value = out;
        std::uint32_t who = 0;

        [[nodiscard]] bool beats(const Entrant& other) const {
            return (value > other.value) | ((value == other.value) & (who < other.who));
        }
    };

    std::size_t leaves_;
    std::vector<Entrant> winners_;  ///< of the subtree at each node; the root is number 1
};

}  // namespace bestsofar
