#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "allocated.hpp"

namespace bestsofar {

/// Exemplars by the time of their last record, the oldest at hand: a list through an array, by id.
class TimeTable {
public:
    [[nodiscard]] std::uint32_t oldest() const { return links_[0].next - 1; }
    /// The one that follows in time; for the latest, nobody.
    [[nodiscard]] std::uint32_t after(std::uint32_t id) const { return links_[id + 1].next - 1; }
    [[nodiscard]] std::size_t heap_bytes() const { return allocated(links_); }
    void trim() { links_.shrink_to_fit(); }

    /// Makes a new one the latest.
    void add(std::uint32_t id) {
        if (id + 1 >= links_.size()) links_.resize(id + 2);
        link(links_[0].previous, id + 1);
        link(id + 1, 0);
    }
    void remove(std::uint32_t id) { link(links_[id + 1].previous, links_[id + 1].next); }
    void touch(std::uint32_t id) {
        remove(id);
        add(id);
    }

    /// `ids` holds the new one of every old one.
    void rename(std::span<const std::uint32_t> ids) {
        TimeTable renamed;
        for_each([&](std::uint32_t id) { renamed.add(ids[id]); });
        *this = std::move(renamed);
    }

    /// Gives the place of one to another, which had a place of its own so far.
    void replace(std::uint32_t id, std::uint32_t by) {
        remove(by);
        const Link place = links_[id + 1];
        link(place.previous, by + 1);
        link(by + 1, place.next);
    }

    /// Calls visit(id), the oldest first.
    template <class Visit>
    void for_each(Visit visit) const {
        for (std::uint32_t place = links_[0].next; place != 0; place = links_[place].next) visit(place - 1);
    }

private:
    /// Places are ids plus one; place 0 stands before the oldest and after the latest.
    struct Link {
        std::uint32_t previous = 0;
        std::uint32_t next = 0;
    };

    void link(std::uint32_t before, std::uint32_t behind) {
        links_[before].next = behind;
        links_[behind].previous = before;
    }

    std::vector<Link> links_{1};
};

}  // namespace bestsofar
