#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "distance/space.hpp"
#include "exemplars/legacy.hpp"
#include "exemplars/nearest_rows.hpp"
#include "exemplars/remaining.hpp"
#include "tournament.hpp"

namespace bestsofar {

/// Takes rows away one by one, always the one whose loss does least harm.
///
/// Witnesses say what is lost: every row, gone or not, and what was forgotten around it, class by class, each as often
/// as it was seen. A witness is worth 1 / (1 + (own / other)^8): its distances to the nearest remaining row of its
/// class and of any other. A row that remains is its own nearest, at distance 0; forgotten ones are as far from every
/// row as the row that stands for them, and farther by twice their mean distance to it, see Legacy. Among equals the
/// row nearest to a remaining one of its class goes, then the lowest. One thread at a time.
class Thinning {
public:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    /// Space and labels must outlive it.
    Thinning(const Space& space, std::span<const std::uint32_t> labels, const Legacy& legacy);
    Thinning(const Thinning&) = delete;
    Thinning& operator=(const Thinning&) = delete;

    [[nodiscard]] std::size_t left() const { return remaining_.left(); }
    [[nodiscard]] bool gone(std::uint32_t row) const { return remaining_.gone(row); }
    /// The row will not go.
    void protect(std::uint32_t row) { least_.remove(row); }
    std::uint32_t remove_least();

    // As a seeker of Remaining.
    [[nodiscard]] double bound(std::uint32_t row) const;
    void offer(std::uint32_t row, const Hit& hit);

private:
    struct Witness {
        std::uint32_t row, label;
        std::int64_t weight;
        double spread;
        NearestRows own, other;  ///< without its own row
    };
    struct Losses {
        const Thinning* thinning;
        [[nodiscard]] auto key(std::uint32_t row) const { return thinning->key(row); }
    };

    void call_witnesses(const Legacy& legacy);
    std::size_t ask_all(const Legacy& legacy);
    [[nodiscard]] std::span<Witness> witnesses_of(std::uint32_t row);
    [[nodiscard]] std::span<const Witness> witnesses_of(std::uint32_t row) const;
    void lean_on_those_found(std::uint32_t row);
    [[nodiscard]] bool leans_on(const Witness& witness, std::uint32_t row) const;
    [[nodiscard]] Hit nearest(const Witness& witness, bool own, std::uint32_t without) const;
    [[nodiscard]] std::int64_t worth(const Witness& witness, std::uint32_t without) const;
    template <class Visit>
    void losses(const Witness& witness, Visit visit) const;
    void book(const Witness& witness, std::int64_t sign);
    void look_again(Witness& witness);
    [[nodiscard]] std::tuple<std::int64_t, double, std::uint32_t> key(std::uint32_t row) const;

    std::span<const std::uint32_t> labels_;
    Remaining remaining_;
    std::vector<Witness> witnesses_;
    std::vector<std::size_t> first_;                   ///< of each row's witnesses; it is the row itself
    std::vector<std::vector<std::uint32_t>> leaning_;  ///< on each row, and some that no longer do
    std::vector<std::int64_t> loss_;
    Tournament<Losses> least_;
};

/// The rows, ascending, that are left when `keep` are, at least one.
[[nodiscard]] std::vector<std::uint32_t> thin_out(const Space& space, std::span<const std::uint32_t> labels,
                                                  const Legacy& legacy, std::size_t keep);

}  // namespace bestsofar
