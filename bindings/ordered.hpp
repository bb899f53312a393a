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
        const auto table = as_span(confidence);
        return std::make_shared<Index>(
            Exemplars{space, as_span(labels), as_span(order), n_classes,
                      Confidence({table.begin(), table.end()}, confidence.shape(1)), std::move(identity)},
            Setting{setting...});
    };
}

}  // namespace bestsofar::bindings
