#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "confidence.hpp"
#include "distance/space.hpp"
#include "model.hpp"

namespace bestsofar {

class ScanQuery;

/// What a model of exemplars is made of.
struct Exemplars {
    const Space& space;                     ///< the training rows that `order` holds, the lowest first
    std::span<const std::uint32_t> labels;  ///< one for each row of `space`
    std::span<const std::uint32_t> order;   ///< training rows, best first
    std::size_t n_classes;
    Confidence confidence;
    std::string identity;  ///< names what cannot be seen from here: the metric, the classes
};

/// Exemplars in the order in which queries read them. Before a query can be interrupted it sees one exemplar of every
/// class, so the first of each is moved to the front.
class OrderedExemplars : public Model {
public:
    [[nodiscard]] std::unique_ptr<Query> begin(Record record) const final;
    [[nodiscard]] std::unique_ptr<Query> resume(std::span<const std::byte> suspended) const final;
    [[nodiscard]] std::size_t n_classes() const final { return n_classes_; }
    [[nodiscard]] std::size_t nbytes() const final;
    [[nodiscard]] bool concurrent() const final { return space_->concurrent(); }

    /// A query that has read nothing yet. Throws InvalidRecord.
    [[nodiscard]] virtual std::unique_ptr<ScanQuery> ask(Record record) const = 0;

    [[nodiscard]] std::size_t size() const { return order_.size(); }
    [[nodiscard]] const Space& space() const { return *space_; }
    /// How many exemplars a query reads before it can be interrupted: one of every class.
    [[nodiscard]] std::size_t opening() const { return opening_; }
    [[nodiscard]] std::uint32_t label(std::size_t place) const { return labels_[place]; }
    /// The training row at a place of the order.
    [[nodiscard]] std::uint32_t row(std::size_t place) const { return order_[place]; }
    [[nodiscard]] const std::vector<std::uint32_t>& order() const { return order_; }
    [[nodiscard]] const std::vector<std::uint32_t>& labels() const { return labels_; }
    [[nodiscard]] double confidence(std::uint64_t steps, double margin) const;
    [[nodiscard]] const Confidence& confidence() const { return confidence_; }
    [[nodiscard]] const std::string& identity() const { return identity_; }
    /// Tells this model from every other one.
    [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

protected:
    /// `kind` tells what queries make of the exemplars.
    OrderedExemplars(const Exemplars& exemplars, Fingerprint kind);

private:
    std::size_t n_classes_;
    std::size_t opening_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> labels_;
    std::unique_ptr<const Space> space_;
    Confidence confidence_;
    std::string identity_;
    std::uint64_t fingerprint_;
};

}  // namespace bestsofar
