#include "exemplars/simple_rank.hpp"

#include "exemplars/decisive_election.hpp"
#include "exemplars/election.hpp"
#include "exemplars/fill_from_back.hpp"

namespace bestsofar {

namespace {

template <class AnyElection>
std::vector<std::uint32_t> worst_last(AnyElection&& election, std::size_t rows) {
    std::vector<std::uint32_t> order(rows);
    fill_from_back(order, [&] {
        const std::uint32_t worst = election.worst();
        election.remove(worst);
        return worst;
    });
    return order;
}

}  // namespace

std::vector<std::uint32_t> simple_rank(const Space& space, std::span<const std::uint32_t> labels, std::size_t n_classes,
                                       Votes votes) {
    return votes == Votes::decisive ? worst_last(DecisiveElection(space, labels, n_classes), space.size())
                                    : worst_last(Election(space, labels, n_classes), space.size());
}

}  // namespace bestsofar
