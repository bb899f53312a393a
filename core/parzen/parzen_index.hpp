#pragma once

#include "density/bandwidth.hpp"
#include "scan/ordered_exemplars.hpp"

namespace bestsofar {

/// Exemplars with a Gaussian kernel around each. Their Space must give squared distances.
class ParzenIndex final : public OrderedExemplars {
public:
    ParzenIndex(const Exemplars& exemplars, Bandwidth bandwidth);
    /// Throws InvalidBytes for parts that do not belong together.
    ParzenIndex(ArrangedExemplars exemplars, Bandwidth bandwidth);

    [[nodiscard]] std::unique_ptr<ScanQuery> ask(Record record) const override;
    [[nodiscard]] const Bandwidth& bandwidth() const { return bandwidth_; }
    /// What a squared distance is multiplied by.
    [[nodiscard]] double scale() const { return scale_; }

private:
    Bandwidth bandwidth_;
    double scale_;
};

}  // namespace bestsofar
