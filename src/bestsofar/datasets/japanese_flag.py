"""The "Japanese flag" of the anytime nearest neighbour paper."""

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from bestsofar.base.integers import checked_int

RADIUS = 0.3


def japanese_flag(
    n: int = 20_000, *, random_state: int | np.random.RandomState | None = None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Draw points from a white square with a red disc in its middle, and their classes: 1 on the disc, 0 beside it.

    Parameters
    ----------
    n : how many points, uniform in the unit square
    random_state : a seed makes the points repeatable

    Examples
    --------
    >>> X, y = japanese_flag(1000, random_state=0)
    >>> X.shape, int(y.sum())  # the disc covers 28 % of the square
    ((1000, 2), 264)
    """
    n = checked_int("datasets.japanese_flag", "n", n)
    X = check_random_state(random_state).uniform(size=(n, 2))
    y = (np.hypot(*(X - 0.5).T) <= RADIUS).astype(np.int64)
    return X, y
