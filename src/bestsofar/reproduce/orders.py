"""Accuracy after some of the exemplars of an order."""

import numpy as np
import numpy.typing as npt

from bestsofar.evaluation import anytime_curve
from bestsofar.exemplars.ranker import Ranker
from bestsofar.neighbors import NeighborsClassifier
from bestsofar.reproduce.splits import Split


def accuracy(
    split: Split, order: Ranker, steps: npt.ArrayLike, *, metric: str = "euclidean"
) -> npt.NDArray[np.float64]:
    """Return the test accuracy in percent after each of the numbers of steps."""
    model = NeighborsClassifier(order, metric=metric).fit(split.X, split.y)
    unique, places = np.unique(np.asarray(steps), return_inverse=True)
    return 100 * anytime_curve(model, split.X_test, split.y_test, steps=unique.tolist()).accuracy[places]
