#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "distance/zeros.hpp"
#include "shared.hpp"

namespace bestsofar {

/// Rows of numbers in blocks of sixteen, feature by feature within a block, so that one vector instruction serves
/// one feature of many rows. The last block is filled up with zeros. Cheap to copy: the numbers are shared.
template <class T>
class Blocks {
public:
    static constexpr std::size_t lanes = 16;

    Blocks(std::size_t rows, std::size_t width) : rows_(rows), width_(width), data_(zeros<T>(size())) {}

    /// Takes up what `numbers` gave; copies it where it does not begin at a cache line. Throws std::invalid_argument
    /// unless it is of the right size.
    Blocks(std::size_t rows, std::size_t width, const Shared<T>& numbers) : rows_(rows), width_(width) {
        if (rows == 0 || width == 0 || numbers.size() / lanes / width != (rows + lanes - 1) / lanes ||
            numbers.size() % (lanes * width) != 0) {
            throw std::invalid_argument("blocks of another size");
        }
        data_ = is_aligned(numbers.values()) ? share(numbers) : copy(numbers.values());
    }

    [[nodiscard]] std::size_t rows() const { return rows_; }
    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] std::size_t nbytes() const { return size() * sizeof(T); }
    [[nodiscard]] std::span<const T> numbers() const { return {data_.get(), size()}; }
    [[nodiscard]] const T* block(std::size_t index) const { return data_.get() + index * lanes * width_; }

    void set(std::size_t row, std::span<const T> values) {
        for (std::size_t feature = 0; feature < width_; ++feature) data_[at(row, feature)] = values[feature];
    }
    void get(std::size_t row, std::span<T> values) const {
        for (std::size_t feature = 0; feature < width_; ++feature) values[feature] = data_[at(row, feature)];
    }
    void copy_row(const Blocks& from, std::size_t row, std::size_t to_row) {
        for (std::size_t feature = 0; feature < width_; ++feature) {
            data_[at(to_row, feature)] = from.data_[from.at(row, feature)];
        }
    }
    /// A copy of its own, with room for more rows or fewer.
    [[nodiscard]] Blocks resized(std::size_t rows) const {
        Blocks copy(rows, width_);
        std::copy_n(data_.get(), std::min(nbytes(), copy.nbytes()) / sizeof(T), copy.data_.get());
        return copy;
    }
    [[nodiscard]] Blocks select(std::span<const std::uint32_t> rows) const {
        Blocks chosen(rows.size(), width_);
        for (std::size_t row = 0; row < rows.size(); ++row) chosen.copy_row(*this, rows[row], row);
        return chosen;
    }

private:
    [[nodiscard]] std::size_t size() const { return (rows_ + lanes - 1) / lanes * lanes * width_; }
    [[nodiscard]] std::size_t at(std::size_t row, std::size_t feature) const {
        return (row / lanes * width_ + feature) * lanes + row % lanes;
    }
    static bool is_aligned(std::span<const T> numbers) {
        return reinterpret_cast<std::uintptr_t>(numbers.data()) % static_cast<std::size_t>(at_cache_lines) == 0;
    }
    /// Rows are only ever set in blocks that were made empty.
    static std::shared_ptr<T[]> share(const Shared<T>& numbers) {
        return {std::const_pointer_cast<void>(numbers.keeper()), const_cast<T*>(numbers.values().data())};
    }
    static std::shared_ptr<T[]> copy(std::span<const T> numbers) {
        auto own = zeros<T>(numbers.size());
        std::ranges::copy(numbers, own.get());
        return own;
    }

    std::size_t rows_;
    std::size_t width_;
    std::shared_ptr<T[]> data_;
};

}  // namespace bestsofar
