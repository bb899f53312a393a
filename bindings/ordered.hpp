#pragma once

#include <string>
#include <utility>

#include "convert.hpp"
#include "scan/ordered_exemplars.hpp"

namespace bestsofar::bindings {

/// A function that makes an index of exemplars and one thing more, given in parts: its setting.
template <class Index, class Setting, class... Parts>
auto index_maker() {
    return [](const Space& space, const Row<std::uint32_t>& labels, const Row<std::uint32_t>& order,
              std::size_t n_classes, const Rows<double>& confidence, std::string identity, Parts... setting) {
        return std::make_shared<Index>(Exemplars{space, as_span(labels), as_span(order), n_classes,
                                                 as_progress_margin_table(confidence), std::move(identity)},
                                       Setting{setting...});
    };
}

/// A function that makes an index again of what another one was made of.
template <class Index, class Setting, class... Parts>
auto index_remaker() {
    return [](std::shared_ptr<Space> space, const Row<std::uint32_t>& labels, const Row<std::uint32_t>& order,
              std::size_t n_classes, const Rows<double>& confidence, std::string identity, std::uint64_t fingerprint,
              Parts... setting) {
        return std::make_shared<Index>(
            ArrangedExemplars{std::move(space), as_shared<std::uint32_t>(labels), as_shared<std::uint32_t>(order),
                              n_classes, as_progress_margin_table(confidence), std::move(identity), fingerprint},
            Setting{setting...});
    };
}

}  // namespace bestsofar::bindings
