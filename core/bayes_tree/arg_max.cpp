#include "bayes_tree/arg_max.hpp"

#include <algorithm>

#include "bayes_tree/highest.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t usual_count = 16;

BESTSOFAR_CLONES std::uint32_t first_of(const double* values, std::size_t count) {
    return static_cast<std::uint32_t>(place_of_highest(values, count));
}

}  // namespace

ArgMax::ArgMax(std::size_t count, Arena& memory) : count_(0), values_(memory), blocks_(memory) {
    while (values_.size() < count) grow();
    count_ = count;
}

void ArgMax::grow() {
    const std::size_t size = std::max(usual_count, 2 * values_.size());
    values_.resize(size, out);
    if (size <= block_size) return;
    blocks_.resize(whole_vectors(size / block_size), out);
    for (std::size_t block = 0; block * block_size < count_; ++block) update(block);
}

void ArgMax::update(std::size_t block) {
    const double* const values = values_.data() + block * block_size;
    blocks_[block] = values[first_of(values, block_size)];
}

std::uint32_t ArgMax::best() const {
    if (blocks_.empty()) return first_of(values_.data(), whole_vectors(count_));
    const std::uint32_t first = first_of(blocks_.data(), blocks_.size()) * block_size;
    return first + first_of(values_.data() + first, block_size);
}

}  // namespace bestsofar
