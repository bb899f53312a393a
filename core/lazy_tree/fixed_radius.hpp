#pragma once

#include <optional>

#include "lazy_tree/learner.hpp"
#include "lazy_tree/vote.hpp"

namespace bestsofar {

/// The rule of the paper: a record within `gamma` of its nearest exemplar is absorbed, another one founds an exemplar,
/// and at the cap the exemplar that has been without a record for longest goes. With 0 nothing is ever absorbed: a
/// window of the last records.
template <class T>
class FixedRadius final : public Learner<T> {
public:
    /// `pure`: only exemplars of the record's own class absorb it.
    FixedRadius(Spheres<T>& spheres, double gamma, bool pure, std::size_t k, Vote& vote, const Caps& caps);

    std::uint32_t answer(const T* row) override;
    void learn(const Labelled<T>& record, bool answered) override;
    void take_in(const Labelled<T>& record) override { learn(record, false); }
    void adopt(std::uint32_t) override {}
    void make_room() override { spheres_.forget_oldest(); }
    [[nodiscard]] MemoryFilter best_expert() const override { return {}; }
    [[nodiscard]] std::size_t nbytes() const override { return sizeof(*this) + search_.heap_bytes(); }
    void rename(std::span<const std::uint32_t>) override {}
    void rescaled() override {}
    void trim() override { search_.trim(); }
    void audit() const override {}
    void put(Writer&) const override {}
    void get(Reader&) override {}

private:
    [[nodiscard]] std::optional<Found> host(const Labelled<T>& record, bool answered);
    [[nodiscard]] const Exemplar& exemplar(const Found& found) const;

    Spheres<T>& spheres_;
    Search<T> search_;
    Vote& vote_;
    double gamma_;
    double reach_;  ///< gamma as a reduced distance, a little more
    bool pure_;
    std::size_t k_;
    std::size_t capacity_;
};

}  // namespace bestsofar
