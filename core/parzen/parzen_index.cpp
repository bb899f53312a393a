#include "parzen/parzen_index.hpp"

#include "density/gaussian.hpp"
#include "parzen/parzen_query.hpp"

namespace bestsofar {

ParzenIndex::ParzenIndex(const Exemplars& exemplars, Bandwidth bandwidth)
    : ParzenIndex(
          arrange(exemplars, Fingerprint().add('P').add(bandwidth.reference).add<std::uint64_t>(bandwidth.rows)),
          bandwidth) {}

ParzenIndex::ParzenIndex(ArrangedExemplars exemplars, Bandwidth bandwidth)
    : OrderedExemplars(std::move(exemplars)), bandwidth_(bandwidth), scale_(kernel_scale(bandwidth.at(size()))) {
    if (!space().squared()) throw InvalidBytes("distances that are not squared");
    if (!(bandwidth.reference > 0) || bandwidth.rows == 0) throw InvalidBytes("no bandwidth");
}

std::unique_ptr<ScanQuery> ParzenIndex::ask(Record record) const {
    return std::make_unique<ParzenQuery>(shared_model(*this), record);
}

}  // namespace bestsofar
