#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bestsofar {

/// Knows which of n players has the least key, and takes a changed one into account in log n comparisons.
///
/// `Keys` gives the key of a player: key(player).
template <class Keys>
class Tournament {
public:
    Tournament(std::size_t players, Keys keys) : keys_(keys), leaves_(1) {
        while (leaves_ < players) leaves_ *= 2;
        winners_.assign(2 * leaves_, nobody);
        for (std::size_t player = 0; player < players; ++player) {
            winners_[leaves_ + player] = static_cast<std::uint32_t>(player);
        }
        for (std::size_t match = leaves_; match-- > 1;) {
            const std::uint32_t a = winners_[2 * match], b = winners_[2 * match + 1];
            winners_[match] = b == nobody || (a != nobody && keys_.key(a) < keys_.key(b)) ? a : b;
        }
    }

    static constexpr std::uint32_t nobody = ~std::uint32_t{0};

    [[nodiscard]] std::uint32_t first() const { return winners_[1]; }

    /// The key of a player may have changed; nothing happens if it was removed.
    void update(std::uint32_t player) {
        if (winners_[leaves_ + player] != nobody) replay(leaves_ + player);
    }

    /// One that was removed comes back: its first defeat is its last match.
    void enter(std::uint32_t player) {
        const auto key = keys_.key(player);
        std::size_t place = leaves_ + player;
        for (winners_[place] = player; place > 1; place /= 2) {
            const std::uint32_t other = winners_[place ^ 1];
            if (other != nobody && !(key < keys_.key(other))) return;
            winners_[place / 2] = player;
        }
    }

    void remove(std::uint32_t player) {
        std::size_t place = leaves_ + player;
        // The neighbour advances without a match.
        for (winners_[place] = nobody; place > 1 && winners_[place] == nobody; place /= 2) {
            winners_[place / 2] = winners_[place ^ 1];
        }
        if (winners_[place] != nobody) replay(place);
    }

    void clear() { std::ranges::fill(winners_, nobody); }

    [[nodiscard]] std::size_t nbytes() const { return sizeof(*this) + winners_.capacity() * sizeof(winners_[0]); }

private:
    /// From the winner of a place up. It is carried along with its key: no match waits for memory.
    void replay(std::size_t place) {
        std::uint32_t best = winners_[place];
        auto key = keys_.key(best);
        for (; place > 1; place /= 2) {
            if (const std::uint32_t other = winners_[place ^ 1]; other != nobody) {
                const auto its = keys_.key(other);
                const bool wins = key < its;
                best = wins ? best : other;
                key = wins ? key : its;
            }
            winners_[place / 2] = best;
        }
    }

    Keys keys_;
    std::size_t leaves_;
    std::vector<std::uint32_t> winners_;
};

}  // namespace bestsofar
