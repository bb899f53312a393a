#include "distance/foreign_space.hpp"

#include <cmath>
#include <limits>

namespace bestsofar {

class ForeignSpace::ForeignProbe final : public Probe {
public:
    ForeignProbe(const ForeignSpace& space, std::span<const std::byte> record)
        : space_(space), record_(record.begin(), record.end()) {}

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        std::size_t found = 0;
        for (std::size_t row = first; row < first + count; ++row) {
            const double measured = space_.measure_(record_, *space_.records_[row]);
            if (std::isnan(measured)) throw InvalidRecord("a distance that is not a number");
            // Infinity is far, but still an answer: see Lanes::collect.
            const double distance = std::min(measured, std::numeric_limits<double>::max());
            if (distance < bound) hits[found++] = {distance, static_cast<std::uint32_t>(row)};
        }
        return found;
    }

private:
    const ForeignSpace& space_;
    Bytes record_;
};

ForeignSpace::ForeignSpace(std::vector<Bytes> records, Measure measure) : measure_(std::move(measure)) {
    records_.reserve(records.size());
    for (Bytes& record : records) records_.push_back(std::make_shared<const Bytes>(std::move(record)));
}

std::size_t ForeignSpace::nbytes() const {
    std::size_t total = records_.size() * (sizeof(records_[0]) + sizeof(Bytes));
    for (const auto& record : records_) total += record->size();
    return total;
}

std::unique_ptr<Probe> ForeignSpace::probe(Record record) const {
    if (record.kind != kind()) throw InvalidRecord("numbers where bytes were expected");
    return std::make_unique<ForeignProbe>(*this, record.bytes);
}

std::unique_ptr<Probe> ForeignSpace::probe_row(std::size_t row, const Space& source) const {
    return std::make_unique<ForeignProbe>(*this, *static_cast<const ForeignSpace&>(source).records_[row]);
}

std::unique_ptr<Space> ForeignSpace::select(std::span<const std::uint32_t> rows) const {
    std::unique_ptr<ForeignSpace> chosen(new ForeignSpace());
    for (const std::uint32_t row : rows) chosen->records_.push_back(records_[row]);
    chosen->measure_ = measure_;
    return chosen;
}

}  // namespace bestsofar
