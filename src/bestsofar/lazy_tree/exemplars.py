"""What a lazy tree holds."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from bestsofar._core import LazyTree


class Exemplars(NamedTuple):
    """Spheres of records, the one that was untouched for longest first.

    Parameters
    ----------
    centers : one row for each
    counts : how many records of each class
    variances : the mean squared distance of its records (Eq. 7 of the paper)
    times : when it last absorbed a record
    founders : which record of the stream it began with; `Answer.neighbors` holds these
    recent : whether it is a raw record of the short memory
    """

    centers: npt.NDArray[np.floating[Any]]
    counts: npt.NDArray[np.uint32]
    variances: npt.NDArray[np.float64]
    times: npt.NDArray[np.float64]
    founders: npt.NDArray[np.uint64]
    recent: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, tree: LazyTree, dtype: np.dtype[np.floating[Any]]) -> "Exemplars":
        """Copy them from a tree."""
        centers, counts, variances, times, founders, recent = tree.exemplars()
        n = len(times)
        return cls(
            np.frombuffer(centers, dtype).reshape(n, -1),
            counts.reshape(n, -1),
            variances,
            times,
            founders,
            recent.astype(bool),
        )
