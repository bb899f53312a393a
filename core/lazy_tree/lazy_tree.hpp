#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "distance/vector_measure.hpp"
#include "lazy_tree/exemplar_table.hpp"
#include "lazy_tree/learner.hpp"
#include "lazy_tree/vote.hpp"
#include "model.hpp"
#include "progress.hpp"

namespace bestsofar {

struct LazyTreeParams {
    std::optional<double> gamma;  ///< nothing: two memories
    bool pure = false;
    std::size_t k = 1;
    VoteRule vote{};
    Caps caps{};
    Fanout fanout{};
    bool scaled = false;  ///< features in units of their own; not with a radius, nor for hamming and mixed rows
};

/// The exemplars of a stream as they are now. Threads may use it together, and queries continue with the exemplars of
/// the moment at which they began: see snapshot().
class LazyTree {
public:
    virtual ~LazyTree() = default;

    /// All or nothing, unless it is interrupted; threads that ask meanwhile may see some of them. One thread at a time.
    /// `times` may be empty: then each record is one later than the last. Throws InvalidRecord.
    virtual void learn(std::span<const Record> records, std::span<const std::uint32_t> labels,
                       std::span<const double> times) = 0;
    /// The same for records that may be sorted by class. Where labels come in runs, an expert that knows only the
    /// latest of them is right; so a label that repeats the one before says nothing about which expert knows more.
    virtual void learn_runs(std::span<const Record> records, std::span<const std::uint32_t> labels) = 0;
    /// Takes in clusters that were found elsewhere, in the order of their times.
    virtual void adopt(const ExemplarTable& clusters) = 0;

    /// Answers each record before it is learned, which happens `delay` records later; a record that comes before there
    /// is anything to answer with gets the label `n_classes`. Throws InvalidRecord.
    virtual std::vector<std::uint32_t> test_then_learn(std::span<const Record> records,
                                                       std::span<const std::uint32_t> labels, std::size_t delay,
                                                       Progress& progress) = 0;

    /// The tree of this moment; at no cost if there was no change since the last one. Nothing if it is empty.
    [[nodiscard]] virtual std::shared_ptr<const Model> snapshot() = 0;

    /// `codes` holds the new code of every old one; `identity` names what cannot be seen from here.
    virtual void set_classes(std::span<const std::uint32_t> codes, std::size_t n_classes, std::string identity) = 0;

    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual std::size_t n_classes() const = 0;
    [[nodiscard]] virtual double now() const = 0;
    /// What differences are multiplied by, feature by feature; empty: by nothing.
    [[nodiscard]] virtual std::vector<double> scale() const = 0;
    /// Without the nodes that only queries under way keep.
    [[nodiscard]] virtual std::size_t nbytes() const = 0;

    [[nodiscard]] virtual ExemplarTable exemplars() const = 0;

    /// Throws std::logic_error if anything is not as it must be, caps included.
    virtual void audit() const = 0;

    [[nodiscard]] virtual Bytes state() const = 0;
    /// Throws InvalidBytes unless `state` is the state of a tree of the same parameters.
    virtual void restore(std::span<const std::byte> state) = 0;
};

/// A cap in bytes below what the first exemplars take; what() says how many these are.
class CapTooLow : public std::invalid_argument {
public:
    explicit CapTooLow(std::size_t least) : std::invalid_argument(std::to_string(least)) {}
};

/// Throws CapTooLow.
[[nodiscard]] std::unique_ptr<LazyTree> make_lazy_tree(Record::Kind kind, std::size_t width,
                                                       const VectorMetricParams& metric, const LazyTreeParams& params);

}  // namespace bestsofar
