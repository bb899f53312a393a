#pragma once

#include <string>

#include "distance/space.hpp"

namespace bestsofar {

/// Strings under the edit distance: insertions, deletions and replacements of code points cost one each. A record is
/// the string's UTF-32.
class EditSpace final : public Space {
public:
    /// Throws InvalidRecord.
    explicit EditSpace(std::span<const Bytes> strings);

    [[nodiscard]] std::size_t size() const override { return strings_.size(); }
    [[nodiscard]] std::size_t nbytes() const override;
    [[nodiscard]] Record::Kind kind() const override { return Record::Kind::bytes; }
    [[nodiscard]] Bytes record(std::size_t row) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override { return reduced; }
    [[nodiscard]] std::size_t grain() const override { return 1; }

private:
    class StringProbe;

    explicit EditSpace(std::vector<std::u32string> strings) : strings_(std::move(strings)) {}

    std::vector<std::u32string> strings_;
};

}  // namespace bestsofar
