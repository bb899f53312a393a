"""The clusters that a tree may begin with."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar._core import LazyTree
from bestsofar.base.labels import Codes

AT_ONCE = 64  # clusters: between two calls of the core Python sees Ctrl-C

Clusters = tuple[npt.NDArray[np.floating[Any]], npt.NDArray[np.uint32], npt.NDArray[np.float64], npt.NDArray[np.intp]]


def clusters(rows: npt.NDArray[Any], codes: Codes, n_classes: int, wanted: int, random_state: Any) -> Clusters:
    """Return centres, records of each class, variances and the last row of each, in the order of these rows.

    Parameters
    ----------
    rows : numbers
    codes : the class of each row
    n_classes : how many classes there are
    wanted : how many clusters k-means makes, as far as there are different rows
    random_state : of k-means
    """
    from sklearn.cluster import KMeans  # brings much along: not at import

    found = KMeans(min(wanted, len(np.unique(rows, axis=0))), n_init=1, random_state=random_state).fit(rows)
    members = found.labels_
    n = len(found.cluster_centers_)
    counts = np.zeros((n, n_classes), np.uint32)
    np.add.at(counts, (members, codes), 1)
    last = np.full(n, -1)
    np.maximum.at(last, members, np.arange(len(rows)))
    squares = np.bincount(members, ((rows - found.cluster_centers_[members]) ** 2).sum(axis=1), minlength=n)
    variances = squares / np.maximum(counts.sum(axis=1) - 1, 1)
    order = np.argsort(last)
    order = order[last[order] >= 0]  # where rows are far apart, k-means may leave clusters without any
    centers = np.ascontiguousarray(found.cluster_centers_[order], dtype=rows.dtype)
    return centers, counts[order], variances[order], last[order]


def adopt(
    tree: LazyTree,
    centers: npt.NDArray[Any],
    counts: npt.NDArray[np.uint32],
    variances: npt.NDArray[np.float64],
    times: npt.NDArray[np.float64],
) -> None:
    """Give clusters to a tree that nobody sees yet: Ctrl-C may end it half way.

    Parameters
    ----------
    tree : of the core
    centers, counts, variances : of the clusters, as `clusters` gives them
    times : of the last record of each, never going back
    """
    for begin in range(0, len(times), AT_ONCE):
        part = slice(begin, begin + AT_ONCE)
        tree.adopt(centers[part], counts[part], variances[part], times[part])
