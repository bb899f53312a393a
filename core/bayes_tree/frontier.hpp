#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "bayes_tree/pages.hpp"

namespace bestsofar {

/// The entries of one class that a query has read and not yet replaced by finer ones, and the sum of their densities,
/// each times its weight. Sums are kept as multiples of a power of e, so that they neither overflow nor vanish.
class Frontier {
public:
    struct Member {
        double density;        ///< its logarithm
        Pages::Address child;  ///< nowhere: a kernel
        double weight;         ///< its number of rows, or what it was made; 0: it was replaced
        std::uint32_t row;
        double share = 0;  ///< of the sum, in its multiples
    };

    /// Without rows.
    Frontier() = default;
    explicit Frontier(const Member& root);

    [[nodiscard]] bool refinable() const { return !waiting_.empty(); }
    /// The node to read next: below the member of highest density; of equal ones, the one that came first.
    [[nodiscard]] Pages::Address next() const { return members_[waiting_.front().place].child; }
    /// Replaces that member by those that the node below it holds.
    void refine(std::span<const Member> finer);
    /// Leaves that member as it is, for good.
    void settle();

    /// The logarithm of the sum of weight * density; minus infinity without rows.
    [[nodiscard]] double log_sum() const { return log_sum_; }
    /// The largest log (weight * density).
    [[nodiscard]] double log_largest() const;
    /// All that came in.
    [[nodiscard]] const std::vector<Member>& members() const { return members_; }

private:
    struct Candidate {
        double density;
        std::uint32_t place;

        [[nodiscard]] bool operator<(const Candidate& other) const {
            return density < other.density || (density == other.density && place > other.place);
        }
    };

    void admit(const Member& member);
    void take_away(Member& member);
    void add(std::span<Member> members);
    void add_up_anew();
    /// With another reference.
    void begin_anew();

    std::vector<Member> members_;
    std::vector<Candidate> waiting_;  ///< a heap
    double reference_ = 0;
    double sum_ = 0;    ///< in multiples of e^reference
    double noise_ = 0;  ///< how much rounding may have changed the sum
    double log_sum_ = -std::numeric_limits<double>::infinity();
};

}  // namespace bestsofar
