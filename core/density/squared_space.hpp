#pragma once

#include <memory>

#include "distance/space.hpp"

namespace bestsofar {

/// The rows of another Space, its distances squared: what a Gaussian kernel is made of.
class SquaredSpace final : public Space {
public:
    explicit SquaredSpace(std::shared_ptr<const Space> of) : of_(std::move(of)) {}

    [[nodiscard]] std::size_t size() const override { return of_->size(); }
    [[nodiscard]] std::size_t nbytes() const override { return of_->nbytes(); }
    [[nodiscard]] Record::Kind kind() const override { return of_->kind(); }
    [[nodiscard]] Bytes record(std::size_t row) const override { return of_->record(row); }
    [[nodiscard]] std::span<const std::byte> blocks() const override { return of_->blocks(); }
    [[nodiscard]] std::unique_ptr<Probe> probe(Record record) const override;
    [[nodiscard]] std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const override;
    [[nodiscard]] std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const override;
    [[nodiscard]] double distance(double reduced) const override;
    [[nodiscard]] bool squared() const override { return true; }
    [[nodiscard]] std::size_t grain() const override { return of_->grain(); }
    [[nodiscard]] Pace pace() const override { return of_->pace(); }
    [[nodiscard]] bool symmetric() const override { return of_->symmetric(); }
    [[nodiscard]] bool concurrent() const override { return of_->concurrent(); }

private:
    class SquaredProbe;

    std::shared_ptr<const Space> of_;
};

}  // namespace bestsofar
