#include "exemplars/simple_rank.hpp"

#include "exemplars/decisive_election.hpp"
#include "exemplars/election.hpp"

namespace bestsofar {

namespace {

template <class AnyElection>
std::vector<std::uint32_t> worst_last(AnyElection&& election, std::size_t rows) {
    std::vector<std::uint32_t> order(rows);
    for (std::size_t place = rows; place-- > 0;) {
        order[place] = election.worst();
        election.remove(order[place]);
    }
    return order;
}

}  // namespace

std::vector<std::uint32_t> simple_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                                       Votes votes) {
    return votes == Votes::decisive ? worst_last(DecisiveElection(space, labels, n_classes), space.size())
                                    : worst_last(Election(space, labels, n_classes), space.size());
}

}  // namespace bestsofar
