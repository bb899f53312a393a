"""The expected gain of one more step for a query of a lazy tree, learned from the tree's exemplars."""

from collections.abc import Callable
from typing import cast

import numpy as np

from bestsofar._core import LazyTree, Model
from bestsofar.base.folds import Indices
from bestsofar.base.gain import Gain, gain_of
from bestsofar.base.traces import trace_held_out
from bestsofar.lazy_tree.clusters import adopt
from bestsofar.lazy_tree.exemplars import Exemplars

ASKED = 64  # exemplars used to see how many steps a query has


def gain_of_exemplars(exemplars: Exemplars, tree: Model, empty_tree: Callable[[int], LazyTree]) -> Gain:
    """Hold out some exemplars, and query trees of the others for them.

    Parameters
    ----------
    exemplars : what the tree holds
    tree : as it is now
    empty_tree : makes an empty tree like it for a number of classes
    """
    centers, counts, variances, times, *_ = exemplars

    def without(kept: Indices) -> Model:
        empty = empty_tree(counts.shape[1])
        adopt(empty, centers[kept], counts[kept], variances[kept], times[kept])
        return cast("Model", empty.snapshot())  # never None, as the tree is not empty

    queries = [tree.begin(center) for center in centers[:ASKED]]
    opening = int(np.median([query.steps for query in queries]))
    for query in queries:
        query.refine(None, None)
    length = max(query.steps for query in queries)
    classes = counts.argmax(axis=1).astype(np.uint32)
    return gain_of(trace_held_out(centers, classes, without, opening=opening, length=length))
