#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "budget.hpp"
#include "bytes.hpp"
#include "record.hpp"

namespace bestsofar {

struct Hit {
    double distance;
    std::uint32_t row;
};

/// A record made ready to be measured against the rows of its Space, which must outlive it.
/// One thread at a time.
class Probe {
public:
    virtual ~Probe() = default;

    /// Writes the rows of [first, first + count) that are nearer than `bound`, in row order, and returns how many.
    /// `hits` has room for `count`. A row that is not written may have been measured only in part.
    virtual std::size_t scan(std::size_t first, std::size_t count, double bound, Hit* hits) const = 0;

    /// Writes the distances of all rows of [first, first + count).
    virtual void measure(std::size_t first, std::size_t count, double* distances) const;
};

/// Rows and the distance between them. Never changes, so reads may run together.
///
/// Distances are *reduced*: the cheapest number with the same order (squared for Euclid); distance() undoes that.
class Space {
public:
    virtual ~Space() = default;

    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual std::size_t nbytes() const = 0;
    [[nodiscard]] virtual Record::Kind kind() const = 0;
    /// Row `row` as it was given, but for what the metric takes away (cosine: its length).
    [[nodiscard]] virtual Bytes record(std::size_t row) const = 0;
    /// All rows as they lie in memory, where a Space can be made of that again; else nothing.
    [[nodiscard]] virtual std::span<const std::byte> blocks() const { return {}; }
    /// Throws InvalidRecord.
    [[nodiscard]] virtual std::unique_ptr<Probe> probe(Record record) const = 0;
    /// A row of `source`, which is this Space or one that it was selected from.
    [[nodiscard]] virtual std::unique_ptr<Probe> probe_row(std::size_t row, const Space& source) const = 0;
    /// A Space of these rows, in this order.
    [[nodiscard]] virtual std::unique_ptr<Space> select(std::span<const std::uint32_t> rows) const = 0;

    [[nodiscard]] virtual double distance(double reduced) const = 0;
    /// Whether reduced distances are squared ones.
    [[nodiscard]] virtual bool squared() const { return false; }
    /// How many rows to scan at once: about a microsecond's worth. Then the clock is looked at, or soon if pace() is
    /// even.
    [[nodiscard]] virtual std::size_t grain() const = 0;
    /// How alike rows are in the time they take.
    [[nodiscard]] virtual Pace pace() const { return Pace::uneven; }
    /// False: from a to b it may be a last bit more or less than from b to a.
    [[nodiscard]] virtual bool symmetric() const { return true; }
    /// False: only one thread at a time may scan.
    [[nodiscard]] virtual bool concurrent() const { return true; }
};

}  // namespace bestsofar
