#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace bestsofar {

/// A length, as runs have it: where all are multiples of eight, so are their addresses.
[[nodiscard]] constexpr std::size_t in_eights(std::size_t length) { return (length + 7) / 8 * 8; }

/// Runs of bytes that lie in pages; a run never spans two. A copy shares all pages and makes its own of those that it
/// writes to. What was copied must not be written to again: others read it.
class Pages {
public:
    using Address = std::uint64_t;
    static constexpr Address nowhere = ~Address{0};
    /// Size of a page: small enough to be copied for one changed run, large enough to lose little at the end.
    static constexpr std::size_t least_size = std::size_t{1} << 16;

    /// `longest`: of the runs.
    explicit Pages(std::size_t longest);
    /// Pages of `size` bytes each, the last perhaps shorter, in memory that `owner` keeps.
    Pages(std::shared_ptr<const std::byte> owner, std::size_t length, std::size_t size);

    Pages(const Pages& other);
    Pages(Pages&&) = default;
    Pages& operator=(Pages&&) = default;
    Pages& operator=(const Pages&) = delete;

    [[nodiscard]] const std::byte* at(Address address) const {
        return pages_[address >> bits_].bytes.get() + (address & (page_size() - 1));
    }
    /// How many bytes there are from an address to the end of its page; 0: there is nothing.
    [[nodiscard]] std::size_t room(Address address) const {
        const std::size_t number = address >> bits_, place = address & (page_size() - 1);
        return number < pages_.size() && place < pages_[number].used ? pages_[number].used - place : 0;
    }
    [[nodiscard]] std::byte* write(Address address);
    /// A new run, at an address that is a multiple of eight.
    [[nodiscard]] Address allocate(std::size_t length);

    [[nodiscard]] std::size_t page_size() const { return std::size_t{1} << bits_; }
    [[nodiscard]] std::size_t count() const { return pages_.size(); }
    /// What of a page is in use.
    [[nodiscard]] std::span<const std::byte> page(std::size_t number) const;
    [[nodiscard]] std::size_t nbytes() const;
    /// Without the ends of pages that no run fitted into.
    [[nodiscard]] std::size_t used() const { return used_; }

private:
    struct Page {
        std::shared_ptr<std::byte> bytes;
        std::size_t capacity;
        std::size_t used;
        bool own;
    };

    void own(Page& page, std::size_t capacity);

    unsigned bits_;
    std::size_t used_ = 0;
    std::vector<Page> pages_;
};

}  // namespace bestsofar
