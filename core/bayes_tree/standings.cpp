#include "bayes_tree/standings.hpp"

#include "bayes_tree/highest.hpp"

namespace bestsofar {

namespace {

constexpr std::size_t block_size = 64;

BESTSOFAR_CLONES std::size_t first_of(const double* values, std::size_t count) {
    return place_of_highest(values, count);
}

std::size_t padded(std::size_t count) {
    return count <= block_size ? whole_vectors(count) : (count + block_size - 1) / block_size * block_size;
}

}  // namespace

Standings::Standings(std::size_t count) : values_(padded(count), out) {
    if (values_.size() > block_size) blocks_.resize(whole_vectors(values_.size() / block_size), out);
}

void Standings::set(std::uint32_t who, double value) {
    values_[who] = value;
    if (blocks_.empty()) return;
    const double* const block = values_.data() + who / block_size * block_size;
    blocks_[who / block_size] = block[first_of(block, block_size)];
}

std::uint32_t Standings::best() const {
    if (blocks_.empty()) return static_cast<std::uint32_t>(first_of(values_.data(), values_.size()));
    const std::size_t first = first_of(blocks_.data(), blocks_.size()) * block_size;
    return static_cast<std::uint32_t>(first + first_of(values_.data() + first, block_size));
}

}  // namespace bestsofar
