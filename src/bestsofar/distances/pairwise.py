"""Distances between two sets of objects."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator

from bestsofar.distances.foreign import Measure
from bestsofar.distances.registry import make_metric


class _Pairwise(BaseEstimator):
    """Stands where metrics expect an estimator."""


def pairwise(
    X: Any, Y: Any = None, *, metric: str | Measure = "euclidean", metric_params: Mapping[str, Any] | None = None
) -> npt.NDArray[np.float64]:
    """Measure every object of X against every object of Y.

    Parameters
    ----------
    X : objects, one row of the result each
    Y : objects, one column of the result each; those of X if not given. A metric that learns, learns from these
    metric : as for NeighborsClassifier
    metric_params : as for NeighborsClassifier

    Examples
    --------
    >>> from bestsofar.distances import pairwise
    >>> pairwise(["kitten"], ["sitting", "kitten"], metric="edit")
    array([[3., 0.]])
    """
    measure = make_metric(_Pairwise(), metric, metric_params)
    learned = measure.learn(X if Y is None else Y)
    space = measure.space(learned)
    records = learned if Y is None else measure.reader.many(X)
    return np.array([space.distances(record) for record in records]).reshape(len(records), len(learned))
