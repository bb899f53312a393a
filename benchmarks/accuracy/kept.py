"""How well a few exemplars classify."""

import numpy as np
import numpy.typing as npt
from sklearn.metrics import pairwise_distances_argmin

from benchmarks.data import Split


def accuracy(split: Split, X: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Return the test accuracy in percent of the nearest neighbour among exemplars."""
    return 100 * float(np.mean(np.asarray(y)[pairwise_distances_argmin(split.X_test, X)] == split.y_test))


def accuracy_of_rows(split: Split, kept: npt.ArrayLike) -> float:
    """Return the same for rows of the training part."""
    return accuracy(split, split.X[kept], split.y[kept])
