"""The clusters that a tree may begin with."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar.base.labels import Codes

Clusters = tuple[npt.NDArray[np.floating[Any]], npt.NDArray[np.uint32], npt.NDArray[np.float64], npt.NDArray[np.intp]]


def clusters(rows: npt.NDArray[Any], codes: Codes, n_classes: int, wanted: int, random_state: Any) -> Clusters:
    """Give centres, records of each class, variances and the last row of each, in the order of these rows.

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
