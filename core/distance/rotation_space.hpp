#pragma once

#include <vector>

#include "distance/rotation_scan.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// Closed outlines as series: the Euclidean distance at the best rotation, that is the best circular shift, of one
/// against the other; optionally of its mirror image too.
template <class T>
class RotationSpace final : public Space {
public:
    /// `rows` holds the outlines one after the other. Throws InvalidRecord for a number that is not finite.
    RotationSpace(std::span<const T> rows, std::size_t length, bool mirror);

    [[nodiscard]] std::size_t size() const override { return rows_.size() / length_; }
    [[nodiscard]] std::size_t nbytes() const override {
        return rows_.size() * sizeof(T) + spectra_.size() * sizeof(Spectrum) + waves_->nbytes();
    }
    [[nodiscard]] Record::Kind kind() const override { return Record::kind_of<T>; }
    [[nodiscard]] Bytes record(std::size_t row) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t index, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override;
    [[nodiscard]] bool squared() const override { return true; }
    [[nodiscard]] std::size_t grain() const override;
    /// Which of the two is turned decides the order of adding up.
    [[nodiscard]] bool symmetric() const override { return false; }

private:
    class OutlineProbe;

    RotationSpace(const RotationSpace& other, std::span<const std::uint32_t> rows);
    [[nodiscard]] std::span<const T> row(std::size_t index) const {
        return std::span(rows_).subspan(index * length_, length_);
    }

    std::size_t length_;
    bool mirror_;
    std::vector<T> rows_;
    std::vector<Spectrum> spectra_;       ///< of each row
    std::shared_ptr<const Waves> waves_;  ///< the same for all spaces of this length
};

}  // namespace bestsofar
