#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "bayes_tree/shape.hpp"

namespace bestsofar {

/// Features that vary together, in blocks of at most `most`: the greedy rule of Kranen et al. (2012), BN.
///
/// `scatter`: of all pairs of features, row by row; the part below the diagonal is read. Besides its `count` rows the
/// group is taken to have had one more of the same variances and without correlations, so that its likelihood is finite
/// however few they are. At first each feature is a block. An edge joins two blocks; the one that raises the likelihood
/// most is always added next, as long as one raises it. Ties: the blocks whose first features come first.
[[nodiscard]] std::vector<Block> correlated_blocks(std::span<const double> scatter, std::size_t width, double count,
                                                   std::size_t most);

}  // namespace bestsofar
