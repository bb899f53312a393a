"""The tasks of Jain and Nikovski (2008), as far as the data are there, and how they measure exemplars."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from sklearn.metrics import roc_auc_score

from benchmarks.data import Split, small_splits
from bestsofar import ParzenClassifier

ROWS = 5_000
ONE_AGAINST_REST = {"satimage": 4, "FaceAll": 1}  # damp grey soil; the first face
TASKS = ["magic", "satimage", "FaceAll", "vowel"]


def tasks(name: str, *, quick: bool) -> Iterator[Split]:
    """Give the folds of a set."""
    for fold in small_splits(name, ROWS, quick=quick):
        if name in ONE_AGAINST_REST:
            one = ONE_AGAINST_REST[name]
            yield Split(fold.X, fold.y == one, fold.X_test, fold.y_test == one)
        else:
            yield fold


def kept(fold: Split, rows: npt.NDArray) -> Split:
    """Give a fold with only some of its training rows."""
    return Split(fold.X[rows], fold.y[rows], fold.X_test, fold.y_test)


def parzen_auc(fold: Split) -> float:
    """Give the AUC in percent of the Parzen posterior."""
    if len(np.unique(fold.y)) == 1:
        return 50.0
    model = ParzenClassifier().fit(fold.X, fold.y)
    return auc(fold, model.predict_proba(fold.X_test), model.classes_)


def auc(fold: Split, scores: npt.NDArray, classes: npt.NDArray) -> float:
    """Give the mean over the classes of the AUC in percent of each against the rest; of one that has no score, 50."""
    column = {label: scores[:, place] for place, label in enumerate(classes.tolist())}
    present = np.unique(fold.y_test).tolist()
    against_rest = [roc_auc_score(fold.y_test == label, column[label]) if label in column else 0.5 for label in present]
    return 100 * float(np.mean(against_rest))
