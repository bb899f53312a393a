"""Accuracy after every number of exemplars, for an order and a split."""

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split
from bestsofar import NeighborsClassifier, anytime_curve
from bestsofar.exemplars import Ranker


def accuracy(split: Split, order: Ranker, steps: npt.ArrayLike, *, metric: str = "euclidean") -> npt.NDArray:
    """Give the test accuracy in percent after each of the numbers of steps."""
    model = NeighborsClassifier(order, metric=metric).fit(split.X, split.y)
    return 100 * anytime_curve(model, split.X_test, split.y_test, steps=steps).accuracy


def first_tenth(split: Split) -> npt.NDArray[np.int64]:
    """Give every number of exemplars from one per class up to a tenth of all."""
    return np.arange(len(np.unique(split.y)), max(len(split.y) // 10, len(np.unique(split.y)) + 1) + 1)
