#include "exemplars/simple_rank.hpp"

#include "exemplars/election.hpp"

namespace bestsofar {

std::vector<std::uint32_t> simple_rank(const Space& space, std::span<const std::uint32_t> labels,
                                       std::size_t n_classes) {
    Election election(space, labels, n_classes);
    std::vector<std::uint32_t> order(space.size());
    for (std::size_t place = space.size(); place-- > 0;) {
        order[place] = election.worst();
        election.remove(order[place], [](std::uint32_t) { return true; });
    }
    return order;
}

}  // namespace bestsofar
