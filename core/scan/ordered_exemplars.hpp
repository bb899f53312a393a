#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "distance/space.hpp"
#include "model.hpp"
#include "progress_margin_table.hpp"
#include "shared.hpp"

namespace bestsofar {

class ScanQuery;

/// What a model of exemplars is made of.
struct Exemplars {
    const Space& space;                     ///< the training rows that `order` holds, the lowest first
    std::span<const std::uint32_t> labels;  ///< one for each row of `space`
    std::span<const std::uint32_t> order;   ///< training rows, best first
    std::size_t n_classes;
    ProgressMarginTable confidence;
    std::string identity;  ///< names what cannot be seen from here: the metric, the classes
};

/// The same in the order in which queries read it. Before a query can be interrupted it sees one exemplar of every
/// class, so the first of each comes in front.
struct ArrangedExemplars {
    std::shared_ptr<const Space> space;
    Shared<std::uint32_t> labels;
    Shared<std::uint32_t> order;  ///< the training rows that they are
    std::size_t n_classes;
    ProgressMarginTable confidence;
    std::string identity;
    std::uint64_t fingerprint;  ///< tells a model of them from every other one
};

/// `kind` tells what queries make of the exemplars.
[[nodiscard]] ArrangedExemplars arrange(const Exemplars& exemplars, Fingerprint kind);

/// A model of exemplars that are read in a fixed order.
class OrderedExemplars : public Model {
public:
    [[nodiscard]] std::unique_ptr<Query> begin(Record record) const final;
    [[nodiscard]] std::unique_ptr<Query> resume(std::span<const std::byte> suspended) const final;
    [[nodiscard]] std::size_t n_classes() const final { return parts_.n_classes; }
    [[nodiscard]] std::size_t nbytes() const final;
    [[nodiscard]] bool concurrent() const final { return parts_.space->concurrent(); }

    /// A query that has read nothing yet. Throws InvalidRecord.
    [[nodiscard]] virtual std::unique_ptr<ScanQuery> ask(Record record) const = 0;

    [[nodiscard]] std::size_t size() const { return parts_.order.size(); }
    [[nodiscard]] const Space& space() const { return *parts_.space; }
    /// How many exemplars a query reads before it can be interrupted: one of every class.
    [[nodiscard]] std::size_t opening() const { return opening_; }
    [[nodiscard]] std::uint32_t label(std::size_t place) const { return parts_.labels[place]; }
    /// The training row at a place of the order.
    [[nodiscard]] std::uint32_t row(std::size_t place) const { return parts_.order[place]; }
    [[nodiscard]] std::span<const std::uint32_t> order() const { return parts_.order.values(); }
    [[nodiscard]] std::span<const std::uint32_t> labels() const { return parts_.labels.values(); }
    [[nodiscard]] double confidence(std::uint64_t steps, double margin) const;
    [[nodiscard]] const ProgressMarginTable& confidence() const { return parts_.confidence; }
    [[nodiscard]] const std::string& identity() const { return parts_.identity; }
    /// Tells this model from every other one.
    [[nodiscard]] std::uint64_t fingerprint() const { return parts_.fingerprint; }

protected:
    /// Throws InvalidBytes for parts that do not belong together.
    explicit OrderedExemplars(ArrangedExemplars exemplars);

private:
    ArrangedExemplars parts_;
    std::size_t opening_;
};

}  // namespace bestsofar
