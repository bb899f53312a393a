#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace bestsofar {

/// Which rows point at a row, as linked lists through all of them: each points at one row at a time, or at none.
class Pointers {
public:
    Pointers(std::size_t from, std::size_t to) : first_(to, none), next_(from, none) {}

    void add(std::uint32_t from, std::uint32_t to) {
        next_[from] = first_[to];
        first_[to] = from;
    }
    /// Empties the list of `to` and calls visit for each that was in it, which may point at another row from then on.
    template <class Visit>
    void take(std::uint32_t to, Visit visit) {
        for (std::uint32_t from = std::exchange(first_[to], none); from != none;) {
            const std::uint32_t following = next_[from];
            visit(from);
            from = following;
        }
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    std::vector<std::uint32_t> first_, next_;
};

}  // namespace bestsofar
