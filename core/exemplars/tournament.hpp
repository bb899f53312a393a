#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bestsofar {

/// Knows which of n players comes first under `Before`, and learns of a changed player in log n comparisons.
template <class Before>
class Tournament {
public:
    Tournament(std::size_t players, Before before) : before_(before), leaves_(1) {
        while (leaves_ < players) leaves_ *= 2;
        winners_.assign(2 * leaves_, nobody);
        for (std::size_t player = 0; player < players; ++player) {
            winners_[leaves_ + player] = static_cast<std::uint32_t>(player);
        }
        for (std::size_t match = leaves_; match-- > 1;) play(match);
    }

    static constexpr std::uint32_t nobody = ~std::uint32_t{0};

    [[nodiscard]] std::uint32_t first() const { return winners_[1]; }

    void update(std::uint32_t player) { replay(player); }

    /// One that was removed comes back: its first defeat is its last match.
    void enter(std::uint32_t player) {
        winners_[leaves_ + player] = player;
        for (std::size_t match = (leaves_ + player) / 2; match >= 1; match /= 2) {
            play(match);
            if (winners_[match] != player) return;
        }
    }

    void remove(std::uint32_t player) {
        winners_[leaves_ + player] = nobody;
        replay(player);
    }

    void clear() { std::ranges::fill(winners_, nobody); }

    [[nodiscard]] std::size_t nbytes() const { return sizeof(*this) + winners_.capacity() * sizeof(winners_[0]); }

private:
    void replay(std::uint32_t player) {
        for (std::size_t match = (leaves_ + player) / 2; match >= 1; match /= 2) play(match);
    }
    void play(std::size_t match) {
        const std::uint32_t a = winners_[2 * match], b = winners_[2 * match + 1];
        winners_[match] = b == nobody || (a != nobody && before_(a, b)) ? a : b;
    }

    Before before_;
    std::size_t leaves_;
    std::vector<std::uint32_t> winners_;
};

}  // namespace bestsofar
