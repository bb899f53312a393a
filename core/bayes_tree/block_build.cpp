#include "bayes_tree/block_build.hpp"

#include "bayes_tree/correlated_blocks.hpp"

namespace bestsofar {

namespace {

/// Sums of products of deviations from a mean; below the diagonal and on it.
class Scatter {
public:
    explicit Scatter(std::size_t width) : width_(width), gaps_(width), values_(width * width) {}

    [[nodiscard]] const std::vector<double>& values() const { return values_; }

    void add(const Scatter& other) {
        for (std::size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
    }

    template <class U>
    void add(const U* row, const std::vector<double>& mean, double count) {
        for (std::size_t i = 0; i < width_; ++i) {
            gaps_[i] = static_cast<double>(row[i]) - mean[i];
            const double gap = count * gaps_[i];
            double* const sums = values_.data() + i * width_;
            for (std::size_t j = 0; j <= i; ++j) sums[j] += gap * gaps_[j];
        }
    }

private:
    std::size_t width_;
    std::vector<double> gaps_;
    std::vector<double> values_;
};

template <class T>
class BlockBuild {
public:
    BlockBuild(ClassTree<T>& tree, const BlockRule& rule) : tree_(tree), rule_(rule) {}

    void run() {
        Entry<T> root = tree_.root();
        if (root.is_kernel() || rule_.levels == 0) return;
        root.shape = shape_of(root, scatter_of(root, 1));
        tree_.set_root(std::move(root));
    }

private:
    /// Of all rows below a group of a level, whose parts get their shapes if they are of the upper levels.
    Scatter scatter_of(const Entry<T>& group, std::size_t level) {
        Scatter sum(tree_.width());
        if (level == rule_.levels) {
            add_rows(sum, group.child, group.mean);
            return sum;
        }
        const std::vector<Entry<T>> parts = tree_.entries(group.child);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            sum.add(parts[i].mean.data(), group.mean, parts[i].count);
            if (parts[i].is_kernel()) continue;
            const Scatter part = scatter_of(parts[i], level + 1);
            tree_.reshape(group.child, i, shape_of(parts[i], part));
            sum.add(part);
        }
        return sum;
    }

    void add_rows(Scatter& sum, Pages::Address address, const std::vector<double>& mean) const {
        for (const Pages::Address below : tree_.from_below(address)) {
            const ReadNode<T> node = tree_.node(below);
            for (std::size_t i = 0; i < node.kernels(); ++i) {
                const std::vector<T> row = column(node.values() + i, node.kernels(), tree_.width());
                sum.add(row.data(), mean, node.counts()[node.groups() + i]);
            }
        }
    }

    std::shared_ptr<const Shape> shape_of(const Entry<T>& group, const Scatter& scatter) const {
        auto blocks = correlated_blocks(scatter.values(), tree_.width(), group.count, rule_.block_size);
        return blocks.empty() ? nullptr : std::make_shared<const Shape>(Shape{1, {}, {}, std::move(blocks)});
    }

    ClassTree<T>& tree_;
    BlockRule rule_;
};

}  // namespace

template <class T>
void add_blocks(ClassTree<T>& tree, const BlockRule& rule) {
    BlockBuild<T>(tree, rule).run();
}

template void add_blocks(ClassTree<float>&, const BlockRule&);
template void add_blocks(ClassTree<double>&, const BlockRule&);

}  // namespace bestsofar
