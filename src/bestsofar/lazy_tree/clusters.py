"""The clusters that a tree may begin with."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar.base.labels import Codes

Clusters = tuple[
    npt.NDArray[np.floating[Any]], npt.NDArray[np.uint32], npt.NDArray[np.float64], npt.NDArray[np.float64]
]


def clusters(rows: npt.NDArray[Any], codes: Codes, n_classes: int, wanted: int, random_state: Any) -> Clusters:
    """Give centres, records of each class, variances and times of the last record, in the order of these times.

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
    times = np.zeros(n)
    np.maximum.at(times, members, np.arange(1.0, len(rows) + 1))
    squares = np.bincount(members, ((rows - found.cluster_centers_[members]) ** 2).sum(axis=1), minlength=n)
    variances = squares / np.maximum(counts.sum(axis=1) - 1, 1)
    order = np.argsort(times, kind="stable")
    centers = np.ascontiguousarray(found.cluster_centers_[order], dtype=rows.dtype)
    return centers, counts[order], variances[order], times[order]
