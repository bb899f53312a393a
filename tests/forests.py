"""Trees of the core as the oracle's entries, and queries of both side by side."""

import numpy as np
from hypothesis import strategies as st
from oracles.bayes_tree import Entry, Query, bandwidths

from bestsofar.bayes_tree.recipe import Bandwidth, Recipe

NOWHERE = 2**64 - 1
DECISIONS = ("bt", "ens", "nn")
BANDWIDTHS = st.sampled_from(
    [
        Bandwidth("factor", 0.05, kernel_variance=False),
        Bandwidth("factor", 0.5, kernel_variance=True),
        Bandwidth("haerdle", 0, kernel_variance=True),
        Bandwidth("langley", 0, kernel_variance=False),
    ]
)


def exported(forest, label):
    """The tree of a class; None if it has no rows. Entries know only their rows: all else is recomputed."""
    root = forest.root(label)
    return _entry(forest, label, root) if root[1] else None


def _entry(forest, label, head):
    child, count, row, _, _, low, _, blocks = head
    if child == NOWHERE:
        return Entry([(low, row)] * count)
    children = [_entry(forest, label, below) for below in forest.node(label, child)]
    rows = [row for below in children for row in below.rows]
    return Entry(rows, children, [features for features, _ in blocks])


def statistics_hold(forest, label, head=None):
    """Whether each group of the core has the count, mean, variance and box of the rows below it."""
    head = forest.root(label) if head is None else head
    child, count, row, mean, variance, low, high, _ = head
    entry = _entry(forest, label, head)
    scale = np.abs(entry.values).max() + 1
    return (
        entry.count == count
        and row in [number for _, number in entry.rows]
        and np.allclose(entry.mean, mean, rtol=0, atol=1e-12 * scale)
        and np.allclose(entry.variance, variance, rtol=1e-9, atol=1e-12 * scale**2)
        and all(np.array_equal(mine, its) for mine, its in zip(entry.box, (low, high), strict=True))
        and (child == NOWHERE or all(statistics_hold(forest, label, below) for below in forest.node(label, child)))
    )


def shape(entry):
    """The numbers of the rows, nested as in the tree."""
    if entry is None:
        return None
    if not entry.children:
        return [entry.count, entry.rows[0][1]]
    return [shape(below) for below in entry.children]


def widest_node(entry):
    """The largest number of entries of a node."""
    return max([len(entry.children), *(widest_node(below) for below in entry.children)], default=0)


def literal(forest, X, x, bandwidth, n_classes):
    """The oracle's query on the core's trees."""
    h = bandwidths(X, bandwidth.rule, bandwidth.factor)
    roots = [exported(forest, label) for label in range(n_classes)]
    return Query(roots, x, h, kernel_variance=bandwidth.kernel_variance)


def shares(scores):
    """Scores as shares that sum to one."""
    powers = np.exp(np.array(scores) - max(scores))
    return powers / powers.sum()


def agree(models, x, oracle, most=10**9):
    """Whether models of all decisions, step by step, give the oracle's shares."""
    queries = {decision: model.begin(x) for decision, model in models.items()}
    while True:
        for decision, query in queries.items():
            proba = np.frombuffer(query.answer()[1])
            assert np.allclose(proba, shares(oracle.scores(decision)), rtol=1e-7, atol=1e-9), (decision, oracle.steps)
            assert query.steps == oracle.steps
            assert query.done == (not oracle.turns)
        if not oracle.turns or oracle.steps == most:
            return
        oracle.step()
        for query in queries.values():
            query.refine(1, None)


def models_of(forest, bandwidth):
    """A model for each decision."""
    return {decision: Recipe(forest, bandwidth, decision).model() for decision in DECISIONS}
