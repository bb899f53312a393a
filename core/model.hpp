#pragma once

#include <memory>
#include <span>

#include "query.hpp"
#include "record.hpp"

namespace bestsofar {

/// What has been learned. Never changes, so queries may run together; they share it and keep it alive.
class Model : public std::enable_shared_from_this<Model> {
public:
    virtual ~Model() = default;

    /// Throws InvalidRecord.
    [[nodiscard]] virtual std::unique_ptr<Query> begin(Record record) const = 0;
    /// Throws InvalidBytes unless `suspended` came from a query of this very model.
    [[nodiscard]] virtual std::unique_ptr<Query> resume(std::span<const std::byte> suspended) const = 0;

    [[nodiscard]] virtual std::size_t n_classes() const = 0;
    [[nodiscard]] virtual std::size_t nbytes() const = 0;
    /// False: its queries must run in one thread.
    [[nodiscard]] virtual bool concurrent() const = 0;
};

/// A model of this kind, for those that keep it alive.
template <class Kind>
[[nodiscard]] std::shared_ptr<const Kind> shared_model(const Kind& model) {
    return std::static_pointer_cast<const Kind>(model.shared_from_this());
}

}  // namespace bestsofar
