"""The drifting stream of the lazy tree paper."""

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from bestsofar.base.integers import checked_int

FEATURES = 3
CLASSES = 5
MOVES_EVERY = 2_000
MOVE = 0.1
DOWN = 0.2  # probability
SAMPLE = 20_000  # points to estimate the quintiles from


def drifting_surface(
    n: int = 100_000, *, random_state: int | np.random.RandomState | None = None
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Draw a stream of points in five classes of equal size, whose borders move after each 2,000 records.

    The class of x is the quintile of g(x), the sum of a_i (x_i + x_i+1) / x_i over the neighbouring features. Each a_i
    begins at 1 and moves by 0.1, occasionally downwards.

    Parameters
    ----------
    n : how many points, uniform between 0.1 and 1 in three dimensions
    random_state : a seed makes the stream repeatable

    Examples
    --------
    >>> X, y = drifting_surface(5000, random_state=0)
    >>> X.shape, bool((abs(np.bincount(y) - 1000) < 100).all())
    ((5000, 3), True)
    """
    n = checked_int("datasets.drifting_surface", "n", n)
    rng = check_random_state(random_state)
    X = rng.uniform(0.1, 1, size=(n, FEATURES))
    sample = rng.uniform(0.1, 1, size=(SAMPLE, FEATURES))
    y = np.empty(n, dtype=np.int64)
    a = np.ones(FEATURES - 1)
    for start in range(0, n, MOVES_EVERY):
        chunk = slice(start, start + MOVES_EVERY)
        borders = np.quantile(_surface(sample, a), np.arange(1, CLASSES) / CLASSES)
        y[chunk] = np.searchsorted(borders, _surface(X[chunk], a))
        a += MOVE * np.where(rng.uniform(size=len(a)) < DOWN, -1, 1)
    return X, y


def _surface(X: NDArray[np.float64], a: NDArray[np.float64]) -> NDArray[np.float64]:
    return ((X[:, :-1] + X[:, 1:]) / X[:, :-1]) @ a
