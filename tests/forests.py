"""Trees of the core as the oracle's entries."""

import numpy as np
from oracles.bayes_tree import Entry

NOWHERE = 2**64 - 1


def exported(forest, label):
    """The tree of a class; None if it has no rows. Entries know only their rows: all else is recomputed."""
    root = forest.root(label)
    return _entry(forest, label, root) if root[1] else None


def _entry(forest, label, head):
    child, count, row, *_, low, _ = head
    if child == NOWHERE:
        return Entry([(low, row)] * count)
    children = [_entry(forest, label, below) for below in forest.node(label, child)]
    return Entry([row for below in children for row in below.rows], children)


def statistics_hold(forest, label, head=None):
    """Whether each group of the core has the count, mean, variance and box of the rows below it."""
    head = forest.root(label) if head is None else head
    child, count, row, mean, variance, low, high = head
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
