#include "bayes_tree/pages.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bestsofar {

namespace {

constexpr std::size_t runs_per_page = 4;
constexpr std::size_t first_capacity = 1u << 10;

std::shared_ptr<std::byte> new_bytes(std::size_t count) {
    return {new std::byte[count], std::default_delete<std::byte[]>()};
}

}  // namespace

Pages::Pages(std::size_t longest)
    : bits_(static_cast<unsigned>(std::bit_width(std::max(least_size, runs_per_page * longest) - 1))) {}

Pages::Pages(std::shared_ptr<const std::byte> owner, std::size_t length, std::size_t size)
    : bits_(static_cast<unsigned>(std::bit_width(size) - 1)), used_(length) {
    for (std::size_t first = 0; first < length; first += size) {
        const std::size_t here = std::min(size, length - first);
        // Never written through: the page is not its own.
        std::byte* const bytes = const_cast<std::byte*>(owner.get()) + first;
        pages_.push_back(
            {std::shared_ptr<std::byte>(std::const_pointer_cast<std::byte>(owner), bytes), here, here, false});
    }
}

Pages::Pages(const Pages& other) : bits_(other.bits_), used_(other.used_), pages_(other.pages_) {
    for (Page& page : pages_) page.own = false;
}

std::byte* Pages::write(Address address) {
    Page& page = pages_[address >> bits_];
    if (!page.own) own(page, page.capacity);
    return page.bytes.get() + (address & (page_size() - 1));
}

Pages::Address Pages::allocate(std::size_t length) {
    length = in_eights(length);
    if (pages_.empty() || pages_.back().used + length > page_size()) pages_.push_back({nullptr, 0, 0, true});
    Page& page = pages_.back();
    if (page.used + length > page.capacity) {
        own(page, std::min(page_size(), std::max({first_capacity, 2 * page.capacity, page.used + length})));
    } else if (!page.own) {
        own(page, page.capacity);
    }
    const Address address = (Address{pages_.size() - 1} << bits_) + page.used;
    page.used += length;
    used_ += length;
    return address;
}

void Pages::own(Page& page, std::size_t capacity) {
    auto bytes = new_bytes(capacity);
    if (page.used > 0) std::memcpy(bytes.get(), page.bytes.get(), page.used);
    // Runs have gaps, and pages go into files: what was in memory before must not.
    std::memset(bytes.get() + page.used, 0, capacity - page.used);
    page = {std::move(bytes), capacity, page.used, true};
}

std::span<const std::byte> Pages::page(std::size_t number) const {
    return {pages_[number].bytes.get(), pages_[number].used};
}

std::size_t Pages::nbytes() const {
    std::size_t sum = pages_.size() * sizeof(Page);
    for (const Page& page : pages_) sum += page.capacity;
    return sum;
}

}  // namespace bestsofar
