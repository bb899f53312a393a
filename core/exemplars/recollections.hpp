#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bestsofar {

/// What a witness remembers of a candidate; distances of a float32 space are float32.
template <class T>
struct Candidate {
    T distance;
    std::uint32_t row;
};

/// The candidates that witnesses remember, as long as there is room for them. Threads may serve different witnesses.
template <class T>
class Recollections {
public:
    /// `memory`: for all of them, in bytes.
    explicit Recollections(std::size_t memory) : room_(static_cast<std::int64_t>(memory / sizeof(Candidate<T>))) {}

    void expect(std::size_t witnesses) {
        candidates_.resize(witnesses);
        remembered_.resize(witnesses);
    }

    /// Whether the candidates that are there are all there are.
    [[nodiscard]] bool remembers(std::uint32_t witness) const { return remembered_[witness] != 0; }
    [[nodiscard]] std::vector<Candidate<T>>& of(std::uint32_t witness) { return candidates_[witness]; }

    /// All candidates of a witness are there: they stay if there is room.
    void keep(std::uint32_t witness) {
        std::vector<Candidate<T>>& candidates = candidates_[witness];
        const auto wanted = static_cast<std::int64_t>(candidates.size());
        remembered_[witness] = room_.fetch_sub(wanted) >= wanted;
        if (remembered_[witness]) {
            candidates.shrink_to_fit();
        } else {
            room_ += wanted;
            std::vector<Candidate<T>>().swap(candidates);  // to clear them would keep their room
        }
    }

    /// Makes room for others once half of what a witness remembered is gone.
    void give_back(std::uint32_t witness) {
        std::vector<Candidate<T>>& candidates = candidates_[witness];
        if (candidates.size() > candidates.capacity() / 2) return;
        room_ += static_cast<std::int64_t>(candidates.capacity() - candidates.size());
        candidates.shrink_to_fit();
    }

private:
    std::vector<std::vector<Candidate<T>>> candidates_;
    std::vector<char> remembered_;  ///< not bits: threads write to neighbours
    std::atomic<std::int64_t> room_;
};

}  // namespace bestsofar
