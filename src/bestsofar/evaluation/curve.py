"""Accuracy as a function of the steps given."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_consistent_length

from bestsofar.base import AnytimeClassifier
from bestsofar.base.budget import sorted_checkpoints
from bestsofar.base.classifier import fitted_of
from bestsofar.base.labels import check_truth
from bestsofar.errors import InvalidParameter

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True, slots=True, eq=False)
class AnytimeCurve:
    """How accuracy grows with the steps that each query is given.

    Parameters
    ----------
    steps : the numbers of steps, ascending
    accuracy : the share of right labels after each of these
    """

    steps: npt.NDArray[np.int64]
    accuracy: npt.NDArray[np.float64]

    @property
    def avg(self) -> float:
        """The mean accuracy over the steps measured."""
        return float(self.accuracy.mean())

    @property
    def max(self) -> float:
        """The best accuracy."""
        return float(self.accuracy.max())

    @property
    def mon(self) -> float:
        """How monotonic the curve is: 1 minus the mean loss against the best accuracy so far."""
        return float(1 - (np.maximum.accumulate(self.accuracy) - self.accuracy).mean())

    def plot(self, ax: "Axes | None" = None, **style: Any) -> "Axes":
        """Draw the curve, steps on a logarithmic scale; needs matplotlib.

        Parameters
        ----------
        ax : where to draw; a new figure if not given
        style : what matplotlib's `plot` takes: label, color, ...
        """
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1] if ax is None else ax
        axes.plot(self.steps, self.accuracy, **style)
        axes.set(xscale="log", xlabel="steps", ylabel="accuracy")
        return axes


def anytime_curve(model: AnytimeClassifier, X: Any, y: Any, *, steps: Sequence[int]) -> AnytimeCurve:
    """Measure accuracy after each of several numbers of steps, in one pass over each query.

    Parameters
    ----------
    model : a fitted model
    X : objects
    y : their labels
    steps : the numbers of steps, in any order

    Examples
    --------
    >>> from bestsofar import NeighborsClassifier, RandomRank, anytime_curve, datasets
    >>> X, y = datasets.japanese_flag(1200, random_state=0)
    >>> model = NeighborsClassifier(RandomRank(random_state=0)).fit(X[:200], y[:200])
    >>> curve = anytime_curve(model, X[200:], y[200:], steps=[2, 20, 200])
    >>> bool(curve.accuracy[0] < curve.accuracy[2])
    True
    """
    fitted = fitted_of("anytime_curve", model)
    checkpoints = sorted_checkpoints("anytime_curve", steps)
    truth = check_truth(y, "anytime_curve", fitted.classes)
    if len(truth) == 0:
        raise InvalidParameter("anytime_curve", "y", "the labels of at least one object", y)
    labels = model.labels_after(X, checkpoints)
    check_consistent_length(labels, truth)
    return AnytimeCurve(np.array(checkpoints, dtype=np.int64), (labels == truth[:, None]).mean(axis=0))
