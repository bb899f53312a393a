#pragma once

#include <memory>

#include "scan/ordered_exemplars.hpp"

namespace bestsofar {

/// A scan of exemplars, best first. What it makes of their distances is for others to say.
class ScanQuery : public Query {
public:
    /// Throws InvalidBytes unless `suspended` is a query of these very exemplars.
    [[nodiscard]] static std::unique_ptr<ScanQuery> resume(const OrderedExemplars& exemplars,
                                                           std::span<const std::byte> suspended);

    /// Reads one exemplar of every class.
    void open();

    [[nodiscard]] bool done() const final { return place_ == exemplars_->size(); }
    [[nodiscard]] std::uint64_t steps() const final { return place_; }
    [[nodiscard]] double confidence() const final { return exemplars_->confidence(place_, margin()); }
    [[nodiscard]] Bytes suspend() const final;

protected:
    /// Hits of one scan live on the stack; a longer run of rows is read in several scans.
    static constexpr std::size_t longest_scan = 256;

    ScanQuery(std::shared_ptr<const OrderedExemplars> exemplars, Record record);

    Stop advance(Budget& budget) final;
    /// Reads exemplars from `first` on, `longest_scan` of them at most.
    virtual void read(std::size_t first, std::size_t count) = 0;
    /// What was made of the exemplars so far.
    virtual void put_state(Writer& out) const = 0;
    /// Takes it up again; throws InvalidBytes if no query can have it.
    virtual void get_state(Reader& in) = 0;

    [[nodiscard]] const OrderedExemplars& exemplars() const { return *exemplars_; }
    [[nodiscard]] const Probe& probe() const { return *probe_; }

private:
    void read_on(std::size_t count);

    std::shared_ptr<const OrderedExemplars> exemplars_;
    Bytes record_;
    std::unique_ptr<Probe> probe_;
    std::size_t place_ = 0;
};

}  // namespace bestsofar
