"""River's naive Bayes for any columns, as its Gaussian one handles no categories."""

from typing import Any

import numpy as np
import numpy.typing as npt
from river.naive_bayes import MultinomialNB

FIRST_RECORDS, BINS = 500, 10


class NaiveBayes:
    """Naive Bayes on categories, with the methods that `prequential` calls; each value of a column is a word."""

    def __init__(self) -> None:
        self.model = MultinomialNB()

    def predict(self, X: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """Label records."""
        return np.array([self.model.predict_one(_words(row)) for row in X.tolist()])

    def partial_fit(self, X: npt.NDArray[np.int64], y: npt.NDArray[Any], classes: Any = None) -> "NaiveBayes":  # noqa: ARG002 - River needs none
        """Learn records."""
        for row, label in zip(X.tolist(), y.tolist(), strict=True):
            self.model.learn_one(_words(row), label)
        return self


def _words(row: list[int]) -> dict[Any, int]:
    return dict.fromkeys(enumerate(row), 1)


def in_bins(X: npt.NDArray[Any], categorical: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """Turn numbers into bins that the first records fill evenly; a missing value is a bin of its own.

    >>> in_bins(np.array([[0.0, 7], [1, 7], [np.nan, 8]]), np.array([False, True])).tolist()
    [[0, 7], [9, 7], [-1, 8]]
    """
    codes: npt.NDArray[np.int64] = np.nan_to_num(X, nan=-1).astype(np.int64)
    for place in np.flatnonzero(~categorical):
        column = X[:, place]
        first = column[:FIRST_RECORDS]
        borders = np.nanquantile(first, np.arange(1, BINS) / BINS) if not np.isnan(first).all() else np.empty(0)
        codes[:, place] = np.where(np.isnan(column), -1, np.searchsorted(borders, column))
    return codes
