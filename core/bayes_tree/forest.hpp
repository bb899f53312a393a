#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "bayes_tree/bandwidth_rule.hpp"
#include "bayes_tree/block_build.hpp"
#include "bayes_tree/class_tree.hpp"
#include "bayes_tree/labelled_rows.hpp"
#include "progress.hpp"

namespace bestsofar {

enum class Build : std::uint8_t { em, r };

/// A tree for each class. Never changes; one that has learned more shares what is the same.
template <class T>
class Forest {
public:
    using Trees = std::vector<std::shared_ptr<const ClassTree<T>>>;

    Forest(std::size_t width, std::size_t fanout);
    /// Of trees that were opened, and may be damaged.
    Forest(std::size_t width, std::size_t fanout, Trees trees, std::uint64_t fingerprint);

    [[nodiscard]] static Forest built(const LabelledRows<T>& rows, std::size_t n_classes, std::size_t fanout,
                                      Build build, Progress* progress = nullptr);
    /// With more rows, inserted one by one; their numbers continue where those of the others end. `codes` tells what
    /// the class of each tree is called among `n_classes`.
    [[nodiscard]] Forest inserted(const LabelledRows<T>& rows, std::span<const std::uint32_t> codes,
                                  std::size_t n_classes, Progress* progress = nullptr) const;

    /// With blocks as the rule has them, and no other shapes.
    [[nodiscard]] Forest blocked(const BlockRule& rule) const;

    /// The entries of one level, see level(), class by class; their means and variances one after the other.
    struct LevelTable {
        std::vector<std::uint32_t> labels, counts;
        std::vector<std::uint8_t> kernels;  ///< whether it is one
        std::vector<double> means, variances;
    };
    [[nodiscard]] LevelTable level_table(std::size_t depth) const;

    /// The weights of a level's entries, each of one row of an entry, and their means and variances, one after the
    /// other.
    struct Adjustment {
        std::span<const double> weights, means, variances;
    };
    /// With other parameters of the groups of one level, in the order of level_table(); kernels stay as they are.
    [[nodiscard]] Forest adjusted(std::size_t depth, const Adjustment& adjustment) const;

    [[nodiscard]] std::size_t width() const { return width_; }
    [[nodiscard]] std::size_t fanout() const { return fanout_; }
    [[nodiscard]] std::size_t n_classes() const { return trees_.size(); }
    [[nodiscard]] std::size_t n_rows() const { return n_rows_; }
    [[nodiscard]] std::size_t n_nodes() const;
    /// Whether what is read may be damaged.
    [[nodiscard]] bool opened() const { return opened_; }
    /// Whether every node can be read. Queries make do with those that can; learning more must not begin unless all
    /// can. Reads everything that was opened.
    [[nodiscard]] bool sound() const;
    [[nodiscard]] const ClassTree<T>& tree(std::size_t label) const { return *trees_[label]; }
    [[nodiscard]] std::vector<Feature> features() const;
    [[nodiscard]] std::size_t nbytes() const;
    /// Tells what it has learned, and in what order, from everything else.
    [[nodiscard]] std::uint64_t fingerprint() const { return fingerprint_; }

    struct Table {
        std::vector<T> values;
        std::vector<std::uint32_t> labels;
    };
    /// All rows, class by class, as they lie in the trees.
    [[nodiscard]] Table table() const;

private:
    std::size_t width_;
    std::size_t fanout_;
    std::size_t n_rows_ = 0;
    std::uint64_t fingerprint_;
    Trees trees_;
    bool opened_ = false;
};

}  // namespace bestsofar
