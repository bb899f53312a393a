#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lazy_tree/search.hpp"
#include "lazy_tree/spheres.hpp"

namespace bestsofar {

/// What a lazy tree may hold.
struct Caps {
    std::size_t exemplars;
    std::size_t bytes;
};

/// How an exemplar set answers, and what it makes of a new record.
template <class T>
class Learner {
public:
    virtual ~Learner() = default;

    /// The label of a row. The tree is not empty.
    virtual std::uint32_t answer(const T* row) = 0;
    /// `answered`: the last call was answer() of this very row.
    virtual void learn(const Labelled<T>& record, bool answered) = 0;
    /// Learns a record without judging which expert would have been right about it.
    virtual void take_in(const Labelled<T>& record) = 0;
    /// An exemplar was founded elsewhere.
    virtual void adopt(std::uint32_t id) = 0;
    /// Forgets one exemplar: with the latest there are too many.
    virtual void make_room() = 0;

    /// The exemplars that the best expert answers by.
    [[nodiscard]] virtual MemoryFilter best_expert() const = 0;
    [[nodiscard]] virtual std::size_t nbytes() const = 0;
    /// Exemplars get other ids: `ids` holds the new one of every old one.
    virtual void rename(std::span<const std::uint32_t> ids) = 0;
    /// Distances have changed.
    virtual void rescaled() = 0;
    /// Gives back what tables hold beyond the exemplars of now.
    virtual void trim() = 0;
    /// Throws std::logic_error if anything is not as it must be.
    virtual void audit() const = 0;

    virtual void put(Writer& out) const = 0;
    /// The spheres have been read before.
    virtual void get(Reader& in) = 0;
};

}  // namespace bestsofar
