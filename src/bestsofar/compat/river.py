"""River: any model of this package as a River classifier, and River's classifiers in `prequential`."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import numpy.typing as npt
from river import base
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from bestsofar.base import AnytimeClassifier
from bestsofar.distances.readers.table import is_missing
from bestsofar.errors import InvalidParameter

__all__ = ["FromRiver", "ToRiver"]


class ToRiver(base.Classifier):
    """A model that learns batch by batch, as River sees classifiers: one dict at a time.

    The first dict sets the features and their order; a later one that lacks a feature gets NaN for it. A lazy tree with
    the metric "mixed" learns ranges and categories from its first batch, which it cannot do from a single record: use
    another metric here.

    Parameters
    ----------
    model : the model; a copy of it learns

    Examples
    --------
    >>> from bestsofar import LazyTreeClassifier
    >>> from bestsofar.compat.river import ToRiver
    >>> model = ToRiver(LazyTreeClassifier(n_neighbors=1))
    >>> model.predict_one({"x": 0.0}) is None
    True
    >>> model.learn_one({"x": 0.0}, "low")
    >>> model.learn_one({"x": 1.0}, "high")
    >>> model.predict_one({"x": 0.9})
    'high'
    """

    def __init__(self, model: AnytimeClassifier) -> None:
        if not isinstance(model, AnytimeClassifier) or not hasattr(model, "partial_fit"):
            raise InvalidParameter("ToRiver", "model", "a model of this package with partial_fit", model)
        self.model = model
        self._learner = clone(model)
        self._features: list[Any] = []

    @property
    def _multiclass(self) -> bool:
        return True

    def learn_one(self, x: dict[Any, Any], y: Any) -> None:
        """Learn one record.

        Parameters
        ----------
        x : its features by name; the first record decides which ones count, later ones may lack some
        y : its label
        """
        features = self._features or list(x)
        self._learner.partial_fit(_row(x, features), [y])
        self._features = features  # not before: a dict that is refused tells nothing

    def predict_one(self, x: dict[Any, Any], **kwargs: Any) -> Any:  # noqa: ARG002 - River's signature
        """Label one record; None before the first was learned."""
        try:
            return self._learner.predict(_row(x, self._features))[0].item()
        except NotFittedError:
            return None

    def predict_proba_one(self, x: dict[Any, Any], **kwargs: Any) -> dict[Any, float]:  # noqa: ARG002 - as above
        """Return the probability of each class; there are none before the first record is learned."""
        try:
            shares = self._learner.predict_proba(_row(x, self._features))[0]
        except NotFittedError:
            return {}
        return dict(zip(self._learner.classes_.tolist(), shares.tolist(), strict=True))


class FromRiver:
    """A River classifier with the methods that `prequential` calls.

    Parameters
    ----------
    model : River's classifier; as it cannot tell whether it has learned before, `prequential` treats it as new

    Examples
    --------
    >>> from river import naive_bayes
    >>> from bestsofar import datasets, prequential
    >>> from bestsofar.compat.river import FromRiver
    >>> X, y = datasets.drifting_surface(500, random_state=0)
    >>> bool(prequential(FromRiver(naive_bayes.GaussianNB()), X, y).accuracy > 0.3)
    True
    """

    def __init__(self, model: Any) -> None:
        if not isinstance(model, base.Classifier):
            raise InvalidParameter("FromRiver", "model", "a classifier of River", model)
        self.model = model
        self._latest_label: Any = None

    def __sklearn_is_fitted__(self) -> bool:
        """Tell whether it has learned by `partial_fit`."""
        return self._latest_label is not None

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """Label records, where River has no answer with the class that was learned last."""
        answers = [self.model.predict_one(x) for x in _dicts(X)]
        return np.array([self._latest_label if answer is None else answer for answer in answers])

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "FromRiver":  # noqa: ARG002 - River needs none
        """Learn records."""
        for x, label in zip(_dicts(X), np.asarray(y).tolist(), strict=True):
            self.model.learn_one(x, label)
            self._latest_label = label
        return self


def _row(x: dict[Any, Any], features: list[Any]) -> npt.NDArray[Any]:
    """Return a table of one row: of numbers or, if there is text in it, of objects."""
    values = [x.get(feature, np.nan) for feature in features]
    return np.array([values], dtype=object if any(isinstance(value, str) for value in values) else np.float64)


def _dicts(X: Any) -> list[dict[Hashable, Any]]:
    """Name features by their place, and leave out missing ones, as River does."""
    rows = np.asarray(X, dtype=object).tolist()  # objects, so that text in a row does not turn its numbers into text
    return [{place: value for place, value in enumerate(row) if not is_missing(value)} for row in rows]
