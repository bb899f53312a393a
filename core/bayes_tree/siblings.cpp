#include "bayes_tree/siblings.hpp"

#include <algorithm>
#include <new>

namespace bestsofar {

namespace {

// Some dozen nodes: many queries never read more.
constexpr std::size_t usual_piece = std::size_t{1} << 14;

}  // namespace

Siblings& AllSiblings::add(std::size_t room) {
    const std::size_t length = sizeof(Siblings) + Siblings::quantities * room * sizeof(double);
    if (length > left_) {
        left_ = std::max(usual_piece, length);
        pieces_.emplace_back(new std::byte[left_]);
        free_ = pieces_.back().get();
    }
    auto* const added = new (free_) Siblings;
    added->number = count_++;
    added->room = static_cast<std::uint32_t>(room);
    free_ += length;
    left_ -= length;
    return *added;
}

}  // namespace bestsofar
