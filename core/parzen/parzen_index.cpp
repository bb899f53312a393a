#include "parzen/parzen_index.hpp"

#include "density/gaussian.hpp"
#include "parzen/parzen_query.hpp"

namespace bestsofar {

ParzenIndex::ParzenIndex(const Exemplars& exemplars, Bandwidth bandwidth)
    : OrderedExemplars(exemplars, Fingerprint().add('P').add(bandwidth.reference).add(bandwidth.rows)),
      bandwidth_(bandwidth),
      scale_(kernel_scale(bandwidth.at(size()))) {}

std::unique_ptr<ScanQuery> ParzenIndex::ask(Record record) const {
    return std::make_unique<ParzenQuery>(std::static_pointer_cast<const ParzenIndex>(shared_from_this()), record);
}

}  // namespace bestsofar
