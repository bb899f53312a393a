#pragma once

#include <array>

#include "lazy_tree/best_expert.hpp"
#include "lazy_tree/learner.hpp"
#include "lazy_tree/mergers.hpp"
#include "lazy_tree/vote.hpp"

namespace bestsofar {

/// No radius at all: the latest records as they came, the short memory, feed the long one, in which the two exemplars
/// of one class whose merger costs least become one when there is no room left. Each memory votes, and so do both
/// together and the later halves of the short one; the expert that was right most often of late is followed. The share
/// of the short memory follows the stream, and as long as the long one does harm, the oldest exemplar goes instead of a
/// merger.
template <class T>
class TwoMemories final : public Learner<T> {
public:
    TwoMemories(Spheres<T>& spheres, std::size_t k, Vote& vote, const Caps& caps);

    std::uint32_t answer(const T* row) override;
    void learn(const Labelled<T>& record, bool answered) override;
    void take_in(const Labelled<T>& record) override;
    void adopt(std::uint32_t id) override { enter(id); }
    void make_room() override { make_room(1); }
    [[nodiscard]] MemoryFilter best_expert() const override;
    [[nodiscard]] std::size_t nbytes() const override;
    void rename(std::span<const std::uint32_t> ids) override;
    void rescaled() override { mergers_.forget_prices(); }
    void trim() override;
    void audit() const override;
    void put(Writer& out) const override;
    void get(Reader& in) override;

private:
    /// The short memory, the later half of it, the later half of that, and so on.
    static constexpr std::size_t most_windows = 5;
    /// The experts, which vote.
    enum Expert : std::size_t { both, long_memory, short_memory, experts = short_memory + most_windows };
    static constexpr std::size_t memories = short_memory + 1;  ///< those that are more than a part of a memory
    using Experts = BestExpert<experts, memories>;
    // Files hold it as it lies in memory.
    static_assert(sizeof(Experts) == 2 * experts * sizeof(double));

    [[nodiscard]] std::size_t n_windows() const;
    [[nodiscard]] std::uint64_t start_of(std::size_t window) const;
    [[nodiscard]] std::uint32_t vote(std::span<const Found> neighbors);
    void judge(std::uint32_t label);
    /// `newest`: how many of the short memory came after it was found that there is no room.
    void make_room(std::size_t newest);
    void release();
    void enter(std::uint32_t id);
    void take_seat(std::uint32_t id, std::uint64_t entered);
    void seat_long_memory(std::span<const std::uint32_t> recent_ids);
    void merge(const typename Mergers<T>::Pair& pair);

    Spheres<T>& spheres_;
    Search<T> search_;
    Vote& vote_;
    Mergers<T> mergers_;
    std::size_t k_;
    std::size_t capacity_;
    double share_;                     ///< of the short memory
    std::size_t n_recent_ = 0;         ///< how many the short memory has: the latest of all, in the order of time
    std::uint32_t oldest_recent_ = 0;  ///< if it has any
    std::array<std::uint64_t, most_windows> starts_{};
    std::array<std::uint32_t, experts> labels_{};
    Experts experts_;
    std::uint64_t entered_ = 0;
    std::vector<Found> merged_;
};

}  // namespace bestsofar
