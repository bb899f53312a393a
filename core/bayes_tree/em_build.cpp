#include "bayes_tree/em_build.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

#include "bayes_tree/mixture.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace bestsofar {

namespace {

// From here on one group is worth all cores; below, many groups share them.
constexpr std::size_t many_rows = 8192;

// Where one part keeps a larger share of the rows, that is no split.
constexpr std::size_t most_kept = 15, of_so_many = 16;

using Rows = std::span<std::uint32_t>;

/// Some of a class's rows, and what they are split into; nothing, if they fit into one node.
struct Group {
    Rows rows;
    std::vector<Group> parts{};
};

template <class T>
class Splitter {
public:
    Splitter(const LabelledRows<T>& table, std::size_t fanout, Progress* progress)
        : table_(table), fanout_(fanout), progress_(progress) {
        for (std::size_t i = 0; i < table.width; ++i) {
            const auto [low, high] = range(first_rows(table.labels.size()), i);
            scale_.push_back(high > low ? 1 / (high - low) : 0);
        }
    }

    /// Splits, and continues with the parts; those that are not large are left for later.
    void split_large(Group& group, std::vector<Group*>& later) const {
        if (group.rows.size() < many_rows) return later.push_back(&group);
        split_once(group, worker_count());
        for (Group& part : group.parts) split_large(part, later);
    }

    void split_all(Group& group) const {
        split_once(group, 1);
        for (Group& part : group.parts) split_all(part);
    }

    /// All work on a group of this many rows: one for each row on each level below.
    [[nodiscard]] std::uint64_t work(std::size_t rows) const {
        const auto count = static_cast<double>(rows);
        return rows == 0 ? 0 : static_cast<std::uint64_t>(count * std::log(count) / std::log(fanout_));
    }

    [[nodiscard]] bool all_equal(std::span<const std::uint32_t> rows) const {
        return std::ranges::all_of(
            rows, [&](std::uint32_t row) { return std::ranges::equal(table_.row(row), table_.row(rows[0])); });
    }

private:
    void split_once(Group& group, std::size_t workers) const {
        split(group, workers);
        std::uint64_t left = 0;
        for (const Group& part : group.parts) left += work(part.rows.size());
        if (progress_) progress_->add(work(group.rows.size()) - left);
    }

    void split(Group& group, std::size_t workers) const {
        if (group.rows.size() <= fanout_ || all_equal(group.rows)) return;
        const std::size_t most = std::min(fanout_, (group.rows.size() + fanout_ - 1) / fanout_);
        std::vector<std::uint32_t> parts = mixture_parts(CentredRows(table_.values, scale_, group.rows), most, workers);
        std::vector<std::size_t> sizes(most);
        for (const std::uint32_t part : parts) ++sizes[part];
        if (*std::ranges::max_element(sizes) * of_so_many > group.rows.size() * most_kept) {
            sizes = cut(group.rows, most);
        } else {
            arrange(group.rows, parts);
        }
        std::size_t begin = 0;
        for (const std::size_t size : sizes) {
            if (size > 0) group.parts.push_back({group.rows.subspan(begin, size)});
            begin += size;
        }
    }

    static void arrange(Rows rows, std::span<const std::uint32_t> parts) {
        const std::vector<std::uint32_t> before(rows.begin(), rows.end());
        std::vector<std::uint32_t> places = first_rows(rows.size());
        std::ranges::stable_sort(places, {}, [&](std::uint32_t place) { return parts[place]; });
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = before[places[i]];
    }

    /// Sorts the rows along the widest feature; the sizes of the parts differ by one at most.
    std::vector<std::size_t> cut(Rows rows, std::size_t parts) const {
        const std::size_t feature = widest(rows);
        std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return table_.row(row)[feature]; });
        std::vector<std::size_t> sizes(parts);
        for (std::size_t i = 0; i < parts; ++i) {
            sizes[i] = (i + 1) * rows.size() / parts - i * rows.size() / parts;
        }
        return sizes;
    }

    std::size_t widest(std::span<const std::uint32_t> rows) const {
        std::size_t best = 0;
        double most = -1;
        for (std::size_t i = 0; i < table_.width; ++i) {
            const auto [low, high] = range(rows, i);
            if (high - low > most) std::tie(most, best) = std::pair(high - low, i);
        }
        return best;
    }

    std::pair<double, double> range(std::span<const std::uint32_t> rows, std::size_t feature) const {
        const auto at = [&](std::uint32_t row) { return table_.row(row)[feature]; };
        const auto [low, high] = std::ranges::minmax_element(rows, {}, at);
        return {double{at(*low)}, double{at(*high)}};
    }

    const LabelledRows<T>& table_;
    std::size_t fanout_;
    Progress* progress_;
    std::vector<double> scale_;  ///< 1 / range
};

template <class T>
Entry<T> lay_out(ClassTree<T>& tree, const LabelledRows<T>& table, const Group& group) {
    std::vector<Entry<T>> entries;
    for (const Group& part : group.parts) entries.push_back(lay_out(tree, table, part));
    if (group.parts.empty()) {
        for (const std::uint32_t row : group.rows) {
            const Entry<T> kernel = Entry<T>::kernel(table.row(row), row);
            const auto equal = std::ranges::find(entries, kernel.low, &Entry<T>::low);
            if (equal == entries.end()) {
                entries.push_back(kernel);
            } else {
                ++equal->count;
            }
        }
    }
    if (entries.size() == 1) return entries[0];
    Entry<T> whole = summary<T>(entries);
    whole.child = tree.store(entries);
    return whole;
}

}  // namespace

template <class T>
std::vector<ClassTree<T>> em_trees(const LabelledRows<T>& rows, std::size_t n_classes, std::size_t fanout,
                                   Progress* progress) {
    std::vector<std::vector<std::uint32_t>> members = rows_by_class(rows.labels, n_classes);
    std::vector<Group> roots;
    for (auto& own : members) roots.push_back({own});
    const Splitter<T> splitter(rows, fanout, progress);
    std::uint64_t work = 0;
    for (const Group& root : roots) work += splitter.work(root.rows.size());
    if (progress) progress->expect(work);
    std::vector<Group*> later;
    for (Group& root : roots) splitter.split_large(root, later);
    std::ranges::stable_sort(later, std::greater{}, [](const Group* group) { return group->rows.size(); });
    parallel_for(later.size(), 1, worker_count(),
                 [&](std::size_t i, std::size_t, std::size_t) { splitter.split_all(*later[i]); });
    std::vector<ClassTree<T>> trees(n_classes, ClassTree<T>(rows.width, fanout));
    parallel_for(n_classes, 1, worker_count(), [&](std::size_t label, std::size_t, std::size_t) {
        if (!members[label].empty()) trees[label].set_root(lay_out(trees[label], rows, roots[label]));
    });
    return trees;
}

template std::vector<ClassTree<float>> em_trees(const LabelledRows<float>&, std::size_t, std::size_t, Progress*);
template std::vector<ClassTree<double>> em_trees(const LabelledRows<double>&, std::size_t, std::size_t, Progress*);

}  // namespace bestsofar
