#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace bestsofar {

/// Values that never change, in memory that somebody keeps for as long as they are in use: a vector, a mapped file.
/// Cheap to copy.
template <class T>
class Shared {
public:
    explicit(false) Shared(std::vector<T> values) : Shared(std::make_shared<const std::vector<T>>(std::move(values))) {}
    Shared(std::span<const T> values, std::shared_ptr<const void> keeper)
        : values_(values), keeper_(std::move(keeper)) {}

    [[nodiscard]] std::span<const T> values() const { return values_; }
    [[nodiscard]] std::size_t size() const { return values_.size(); }
    [[nodiscard]] const T& operator[](std::size_t place) const { return values_[place]; }
    [[nodiscard]] const std::shared_ptr<const void>& keeper() const { return keeper_; }

private:
    explicit Shared(const std::shared_ptr<const std::vector<T>>& values) : Shared(std::span(*values), values) {}

    std::span<const T> values_;
    std::shared_ptr<const void> keeper_;
};

}  // namespace bestsofar
