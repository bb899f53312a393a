#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include "bindings.hpp"
#include "convert.hpp"
#include "density/bandwidth.hpp"
#include "exemplars/abel.hpp"
#include "exemplars/drop.hpp"
#include "exemplars/ebel.hpp"
#include "exemplars/greedy_rank.hpp"
#include "exemplars/heir_rank.hpp"
#include "exemplars/legacy.hpp"
#include "exemplars/margin_rank.hpp"
#include "exemplars/posterior_rank.hpp"
#include "exemplars/prefix_labels.hpp"
#include "exemplars/simple_rank.hpp"
#include "exemplars/thinning.hpp"
#include "long_work.hpp"

namespace bestsofar::bindings {

namespace {

using namespace nb::literals;

using Width = std::pair<double, std::size_t>;

Bandwidth as_bandwidth(const Width& width) { return {width.first, width.second}; }

Legacy as_legacy(const Rows<std::int64_t>& counts, const Row<double>& spreads) {
    return {counts.shape(1), as_span(counts), as_span(spreads)};
}

/// Orders by distances alone.
void bind_orders(nb::module_& m) {
    nb::enum_<Votes>(m, "Votes").value("all", Votes::all).value("decisive", Votes::decisive);
    m.def(
        "simple_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes, Votes votes) {
            return as_array(long_work([&] { return simple_rank(space, as_span(labels), n_classes, votes); }));
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "votes"_a);
    m.def(
        "heir_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes) {
            return as_array(long_work([&] { return heir_rank(space, as_span(labels), n_classes); }));
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a);
    m.def(
        "greedy_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes, std::optional<int> squarings) {
            return as_array(
                long_work([&] { return greedy_rank(space, as_span(labels), {n_classes}, {.squarings = squarings}); }));
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "squarings"_a.none());
    m.def(
        "margin_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes, std::optional<bool> itself) {
            return as_array(long_work([&] { return margin_rank(space, as_span(labels), n_classes, itself); }));
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "itself"_a.none());
    m.def(
        "drop_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes, std::size_t n_neighbors,
           int number) {
            const auto scheme = static_cast<DropScheme>(number);
            DropOrder drop =
                long_work([&] { return drop_rank(space, as_span(labels), n_classes, n_neighbors, scheme); });
            return std::pair(as_array(std::move(drop.order)), drop.survivors);
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "n_neighbors"_a, "number"_a);
}

/// What the first exemplars of an order answer.
void bind_prefixes(nb::module_& m) {
    m.def(
        "prefix_labels",
        [](const Space& space, const Row<std::uint32_t>& labels, const Row<std::uint32_t>& order,
           const Row<std::uint32_t>& rows, const Row<std::uint32_t>& lengths) {
            auto found = long_work(
                [&] { return prefix_labels(space, as_span(labels), as_span(order), as_span(rows), as_span(lengths)); });
            return as_array<std::uint32_t, 2>(std::move(found), {rows.size(), lengths.size()});
        },
        "space"_a, "labels"_a.noconvert(), "order"_a.noconvert(), "rows"_a.noconvert(), "lengths"_a.noconvert());
}

/// What remains in fixed memory, and what it stands for.
void bind_forgetting(nb::module_& m) {
    m.def(
        "heirs",
        [](const Space& space, const Row<std::uint32_t>& labels, const Rows<std::int64_t>& counts, std::size_t keep) {
            const std::size_t n_classes = counts.shape(1);
            Heirs kept = long_work([&] { return heirs(space, as_span(labels), as_span(counts), n_classes, keep); });
            const std::size_t rows = kept.rows.size();
            return std::pair(as_array(std::move(kept.rows)),
                             as_array<std::int64_t, 2>(std::move(kept.counts), {rows, n_classes}));
        },
        "space"_a, "labels"_a.noconvert(), "counts"_a.noconvert(), "keep"_a);
    m.def(
        "greedy_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, const Rows<std::int64_t>& counts,
           const Row<double>& spreads, std::optional<int> squarings, std::size_t count) {
            const Legacy legacy = as_legacy(counts, spreads);
            const GreedyOptions options{.squarings = squarings, .count = count};
            return as_array(long_work([&] { return greedy_rank(space, as_span(labels), legacy, options); }));
        },
        "space"_a, "labels"_a.noconvert(), "counts"_a.noconvert(), "spreads"_a.noconvert(), "squarings"_a.none(),
        "count"_a);
    m.def(
        "thin_out",
        [](const Space& space, const Row<std::uint32_t>& labels, const Rows<std::int64_t>& counts,
           const Row<double>& spreads, std::size_t keep) {
            const Legacy legacy = as_legacy(counts, spreads);
            return as_array(long_work([&] { return thin_out(space, as_span(labels), legacy, keep); }));
        },
        "space"_a, "labels"_a.noconvert(), "counts"_a.noconvert(), "spreads"_a.noconvert(), "keep"_a);
    m.def(
        "hand_down",
        [](const Space& space, const Row<std::uint32_t>& labels, const Rows<std::int64_t>& counts,
           const Row<double>& spreads, const Row<std::uint32_t>& kept) {
            const Legacy legacy = as_legacy(counts, spreads);
            OwnedLegacy heritage = long_work([&] { return hand_down(space, as_span(labels), legacy, as_span(kept)); });
            return std::pair(as_array<std::int64_t, 2>(std::move(heritage.counts), {kept.shape(0), legacy.n_classes}),
                             as_array(std::move(heritage.spreads)));
        },
        "space"_a, "labels"_a.noconvert(), "counts"_a.noconvert(), "spreads"_a.noconvert(), "kept"_a.noconvert());
}

/// Orders by Gaussian kernels.
void bind_kernel_orders(nb::module_& m) {
    m.def(
        "posterior_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes, const Width& bandwidth) {
            const Bandwidth reference = as_bandwidth(bandwidth);
            return as_array(long_work([&] { return posterior_rank(space, as_span(labels), n_classes, reference); }));
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "bandwidth"_a);
    m.def(
        "ebel_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, const Row<double>& class_weights,
           const Width& bandwidth, double alpha) {
            const Bandwidth reference = as_bandwidth(bandwidth);
            return as_array(
                long_work([&] { return ebel_rank(space, as_span(labels), as_span(class_weights), reference, alpha); }));
        },
        "space"_a, "labels"_a.noconvert(), "class_weights"_a.noconvert(), "bandwidth"_a, "alpha"_a);
    m.def(
        "following_ebel_rank",
        [](const Space& space, const Row<std::uint32_t>& labels, const Row<double>& class_weights,
           const Width& bandwidth) {
            const Bandwidth reference = as_bandwidth(bandwidth);
            return as_array(long_work(
                [&] { return following_ebel_rank(space, as_span(labels), as_span(class_weights), reference); }));
        },
        "space"_a, "labels"_a.noconvert(), "class_weights"_a.noconvert(), "bandwidth"_a);
    nb::enum_<Auc>(m, "Auc").value("exact", Auc::exact).value("one_by_one", Auc::one_by_one);
    m.def(
        "abel_removals",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes,
           const Row<std::uint32_t>& validation, const Width& bandwidth, std::size_t removals, Auc auc) {
            const Bandwidth reference = as_bandwidth(bandwidth);
            return as_array(long_work([&] {
                return abel_removals(space, as_span(labels), n_classes, as_span(validation), reference, removals, auc);
            }));
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, "validation"_a.noconvert(), "bandwidth"_a, "removals"_a,
        "auc"_a);
}

void bind_bandwidth(nb::module_& m) {
    m.def(
        "leave_one_out_bandwidth",
        [](const Space& space, const Row<std::uint32_t>& labels, std::size_t n_classes) {
            return leave_one_out_bandwidth(space, as_span(labels), n_classes);
        },
        "space"_a, "labels"_a.noconvert(), "n_classes"_a, nb::call_guard<LongWork>());
}

}  // namespace

void bind_exemplars(nb::module_& m) {
    bind_orders(m);
    bind_prefixes(m);
    bind_forgetting(m);
    bind_kernel_orders(m);
    bind_bandwidth(m);
}

}  // namespace bestsofar::bindings
