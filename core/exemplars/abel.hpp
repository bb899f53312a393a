#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "density/bandwidth.hpp"
#include "distance/space.hpp"

namespace bestsofar {

/// How ABEL judges a removal. exact: by the area under the curve of all scores as they would be. one_by_one: as if each
/// score moved alone while the others stay, the changes added up.
enum class Auc { exact, one_by_one };

/// ABEL of Jain and Nikovski (2008): the first `removals` rows to go, none of them in `validation`.
///
/// At each step the row goes without which the others order the validation rows best, that is, with the largest sum of
/// the areas under the ROC curves, one class against the rest (for two classes the second is enough). Among equals the
/// lowest goes. The bandwidth follows the number of rows as in EBEL, with alpha = 2.
[[nodiscard]] std::vector<std::uint32_t> abel_removals(const Space& space, std::span<const std::uint32_t> labels,
                                                       std::size_t n_classes, std::span<const std::uint32_t> validation,
                                                       const Bandwidth& bandwidth, std::size_t removals, Auc auc);

}  // namespace bestsofar
