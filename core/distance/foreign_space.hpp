#pragma once

#include <functional>

#include "distance/space.hpp"

namespace bestsofar {

/// Records of any kind, measured by somebody else's function, which must be symmetric.
///
/// Such a function may be slow, and rankings ask for the same pairs again and again: as long as this space lives, it
/// and the spaces selected from it ask for each pair of rows only once.
class ForeignSpace final : public Space {
public:
    using Measure = std::function<double(std::span<const std::byte>, std::span<const std::byte>)>;

    ForeignSpace(std::vector<Bytes> records, Measure measure);

    [[nodiscard]] std::size_t size() const override { return rows_.size(); }
    [[nodiscard]] std::size_t nbytes() const override;
    [[nodiscard]] Record::Kind kind() const override { return Record::Kind::bytes; }
    [[nodiscard]] Bytes record(std::size_t row) const override { return *rows_[row].record; }
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override { return reduced; }
    [[nodiscard]] std::size_t grain() const override { return 1; }
    [[nodiscard]] bool concurrent() const override { return false; }

private:
    class ObjectProbe;
    class RowProbe;
    class Memory;

    struct Row {
        std::shared_ptr<const Bytes> record;  ///< shared with the spaces selected from this one
        std::size_t number;                   ///< in the space that it came from first
    };

    ForeignSpace() = default;

    [[nodiscard]] double ask(std::span<const std::byte> a, std::span<const std::byte> b) const;

    std::vector<Row> rows_;
    Measure measure_;
    std::shared_ptr<Memory> own_memory_;  ///< of the first space only, so that a model does not keep it alive
    std::weak_ptr<Memory> memory_;
};

}  // namespace bestsofar
