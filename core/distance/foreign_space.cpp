#include "distance/foreign_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bestsofar {

/// The distances of all pairs of rows that were measured so far.
class ForeignSpace::Memory {
public:
    static constexpr std::size_t most_rows = 8192;  // a quarter of a gigabyte

    explicit Memory(std::size_t rows) : known_(rows * (rows + 1) / 2, std::numeric_limits<double>::quiet_NaN()) {}

    double& operator()(std::size_t a, std::size_t b) {
        const auto [low, high] = std::minmax(a, b);
        return known_[high * (high + 1) / 2 + low];
    }

private:
    std::vector<double> known_;
};

class ForeignSpace::ObjectProbe final : public Probe {
public:
    ObjectProbe(const ForeignSpace& space, std::span<const std::byte> record)
        : space_(space), record_(record.begin(), record.end()) {}

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        std::size_t found = 0;
        for (std::size_t row = first; row < first + count; ++row) {
            const double distance = space_.ask(record_, *space_.rows_[row].record);
            if (distance < bound) hits[found++] = {distance, static_cast<std::uint32_t>(row)};
        }
        return found;
    }

private:
    const ForeignSpace& space_;
    Bytes record_;
};

class ForeignSpace::RowProbe final : public Probe {
public:
    RowProbe(const ForeignSpace& space, Row from, std::shared_ptr<Memory> memory)
        : space_(space), from_(std::move(from)), memory_(std::move(memory)) {}

    std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const override {
        std::size_t found = 0;
        for (std::size_t row = first; row < first + count; ++row) {
            double& distance = (*memory_)(from_.number, space_.rows_[row].number);
            if (std::isnan(distance)) distance = space_.ask(*from_.record, *space_.rows_[row].record);
            if (distance < bound) hits[found++] = {distance, static_cast<std::uint32_t>(row)};
        }
        return found;
    }

private:
    const ForeignSpace& space_;
    Row from_;
    std::shared_ptr<Memory> memory_;
};

ForeignSpace::ForeignSpace(std::vector<Bytes> records, Measure measure) : measure_(std::move(measure)) {
    rows_.reserve(records.size());
    for (Bytes& record : records) rows_.push_back({std::make_shared<const Bytes>(std::move(record)), rows_.size()});
    if (rows_.size() <= Memory::most_rows) own_memory_ = std::make_shared<Memory>(rows_.size());
    memory_ = own_memory_;
}

double ForeignSpace::ask(std::span<const std::byte> a, std::span<const std::byte> b) const {
    const double measured = measure_(a, b);
    if (!(measured >= 0)) throw InvalidRecord("a distance that is negative or not a number");
    // Infinity is far, but still an answer, as in without_overflow().
    return std::min(measured, std::numeric_limits<double>::max());
}

std::size_t ForeignSpace::nbytes() const {
    std::size_t total = rows_.size() * (sizeof(Row) + sizeof(Bytes));
    for (const Row& row : rows_) total += row.record->size();
    return total;
}

std::unique_ptr<Probe> ForeignSpace::probe(Record record) const {
    if (record.kind != kind()) throw InvalidRecord("numbers where bytes were expected");
    return std::make_unique<ObjectProbe>(*this, record.bytes);
}

std::unique_ptr<Probe> ForeignSpace::probe_row(std::size_t row, const Space& source) const {
    const Row& from = static_cast<const ForeignSpace&>(source).rows_[row];
    if (auto memory = memory_.lock()) return std::make_unique<RowProbe>(*this, from, std::move(memory));
    return std::make_unique<ObjectProbe>(*this, *from.record);
}

std::unique_ptr<Space> ForeignSpace::select(std::span<const std::uint32_t> rows) const {
    std::unique_ptr<ForeignSpace> chosen(new ForeignSpace());
    chosen->rows_.reserve(rows.size());
    for (const std::uint32_t row : rows) chosen->rows_.push_back(rows_[row]);
    chosen->measure_ = measure_;
    chosen->memory_ = memory_;
    return chosen;
}

}  // namespace bestsofar
