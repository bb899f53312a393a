#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace bestsofar {

/// What a vote is worth: +1 for a row of the voter's class, -2 / (C - 1) for another; both times C - 1, so that sums
/// are whole numbers and equal ones are equal.
class VoteWorth {
public:
    explicit VoteWorth(std::size_t n_classes)
        : friends_(static_cast<std::int64_t>(std::max<std::size_t>(n_classes, 2)) - 1) {}

    [[nodiscard]] std::int64_t operator()(bool friends) const { return friends ? friends_ : -2; }

private:
    std::int64_t friends_;
};

}  // namespace bestsofar
