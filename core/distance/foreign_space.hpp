#pragma once

#include <functional>
#include <string>

#include "distance/space.hpp"

namespace bestsofar {

/// Records of any kind, measured by somebody else's function, which must be symmetric.
class ForeignSpace final : public Space {
public:
    using Measure = std::function<double(std::span<const std::byte>, std::span<const std::byte>)>;

    ForeignSpace(std::vector<Bytes> records, Measure measure);

    [[nodiscard]] std::size_t size() const override { return records_.size(); }
    [[nodiscard]] std::size_t nbytes() const override;
    [[nodiscard]] Record::Kind kind() const override { return Record::Kind::bytes; }
    [[nodiscard]] Bytes record(std::size_t row) const override { return *records_[row]; }
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override { return reduced; }
    [[nodiscard]] std::size_t grain() const override { return 1; }
    [[nodiscard]] bool concurrent() const override { return false; }

private:
    class ForeignProbe;

    ForeignSpace() = default;

    std::vector<std::shared_ptr<const Bytes>> records_;  ///< shared with the spaces selected from this one
    Measure measure_;
};

}  // namespace bestsofar
