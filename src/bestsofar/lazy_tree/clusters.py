"""The clusters that a tree may begin with."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar._core import LazyTree
from bestsofar.base.labels import Codes

AT_ONCE = 64  # clusters: Python notices Ctrl-C between two calls of the core

Clusters = tuple[npt.NDArray[np.floating[Any]], npt.NDArray[np.uint32], npt.NDArray[np.float64], npt.NDArray[np.intp]]


def clusters(rows: npt.NDArray[Any], codes: Codes, n_classes: int, wanted: int, random_state: Any) -> Clusters:
    """Return the centre, records of each class, variance and last row of each cluster, in the order of the last rows.

    Parameters
    ----------
    rows : numbers
    codes : the class of each row
    n_classes : how many classes there are
    wanted : how many clusters k-means makes, if there are that many different rows
    random_state : for k-means
    """
    from sklearn.cluster import KMeans  # slow to import

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
    order = order[last[order] >= 0]  # where rows are far apart, k-means may leave clusters empty
    centers = np.ascontiguousarray(found.cluster_centers_[order], dtype=rows.dtype)
    return centers, counts[order], variances[order], last[order]


def adopt(
    tree: LazyTree,
    centers: npt.NDArray[Any],
    counts: npt.NDArray[np.uint32],
    variances: npt.NDArray[np.float64],
    times: npt.NDArray[np.float64],
) -> None:
    """Give clusters to a tree that no other thread sees yet: Ctrl-C may end this half way.

    Parameters
    ----------
    tree : the core's
    centers, counts, variances : of the clusters, as returned by `clusters`
    times : of the last record of each, never going back
    """
    for begin in range(0, len(times), AT_ONCE):
        part = slice(begin, begin + AT_ONCE)
        tree.adopt(centers[part], counts[part], variances[part], times[part])
