"""Training and test parts of data sets; features are scaled to 0..1 by the training part, series left as they are."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import MinMaxScaler

from bestsofar import datasets
from bestsofar.datasets import Dataset
from bestsofar.datasets.load import find

MADE = {"Japanese flag", "drifting surface"}  # these need no file
SERIES = {"FaceAll", "Fish", "OSULeaf", "TwoPatterns"}
PARTS = ("", ".train", ".test")  # endings of the names of a set's files
COVTYPE_TRAIN_ROWS = 11_340
COVTYPE_TEST_FROM = 15_120  # the rows between are UCI's validation part
COVTYPE_TEST_ROWS = 5_000
SEED = 0

Precision = Literal["float32", "float64"]
Labels = npt.NDArray[Any]
Rows = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """A training part and a test part."""

    X: Rows
    y: Labels
    X_test: Rows
    y_test: Labels


def is_here(name: str) -> bool:
    """Tell whether a set can be measured."""
    return name in MADE or find(name) is not None or has_test_file(name)


def has_test_file(name: str) -> bool:
    """Tell whether a set comes as a training and a test file."""
    return find(f"{name}.train") is not None and find(f"{name}.test") is not None


def files_of(name: str) -> list[Path]:
    """Return the files of a set that are available."""
    return [path for path in map(find, (name + part for part in PARTS)) if path is not None]


def dataset(name: str, dtype: Precision = "float64") -> Dataset:
    """Load a set, once while its file stays the same: some take longer to read than to measure."""
    path = find(name)
    return _dataset(name, dtype, path, None if path is None else path.stat().st_mtime_ns)


@lru_cache(maxsize=16)
def _dataset(name: str, dtype: Precision, *_state_of_the_file: Any) -> Dataset:
    return datasets.load(name, dtype=dtype)


def rows(name: str) -> tuple[Rows, Labels]:
    """Return the rows of a file and their labels."""
    data = dataset(name, "float32")
    return data.X, data.y


def all_rows(name: str) -> tuple[Rows, Labels]:
    """Return the rows of all files of a set and their labels."""
    if not has_test_file(name):
        return rows(name)
    (X, y), (X_test, y_test) = rows(f"{name}.train"), rows(f"{name}.test")
    return np.concatenate([X, X_test]), np.concatenate([y, y_test])


def drawn(X: Rows, y: Labels, size: int | None) -> tuple[Rows, Labels]:
    """Draw `size` rows, always the same; None returns all, in order."""
    if size is None:
        return X, y
    chosen = np.random.default_rng(SEED).permutation(len(y))[:size]
    return X[chosen], y[chosen]


def fold_of(name: str, number: int, *, folds: int = 10, size: int | None = None) -> Split:
    """Return one of the seeded stratified folds of a number of rows of a set."""
    return fold_of_rows(name, *drawn(*all_rows(name), size), number, folds)


def fold_of_rows(name: str, X: Rows, y: Labels, number: int, folds: int) -> Split:
    """Return one of the seeded stratified folds of rows of a set."""
    train, test = list(StratifiedKFold(folds, shuffle=True, random_state=SEED).split(X, y))[number]
    return split_of(name, (X[train], y[train]), (X[test], y[test]))


def own_split(name: str, size: int | None = None) -> Split:
    """Return the split that a set comes with, or else its first fold, with a limited number of rows."""
    if name != "covtype" and not has_test_file(name):
        return fold_of(name, 0, size=size)
    if name == "covtype":
        train, test = _covtype_parts(COVTYPE_TEST_ROWS)
    else:
        train, test = rows(f"{name}.train"), rows(f"{name}.test")
    return split_of(name, drawn(*train, size), drawn(*test, size))


def whole_covtype() -> Split:
    """Return UCI's training part of covtype and all of its test part: half a million rows."""
    return split_of("covtype", *_covtype_parts(None))


def _covtype_parts(test_rows: int | None) -> tuple[tuple[Rows, Labels], tuple[Rows, Labels]]:
    """Return UCI's training part, and a number of rows of its test part, or all if None."""
    X, y = rows("covtype")
    test = np.arange(COVTYPE_TEST_FROM, len(y))
    if test_rows is not None:
        test = np.random.default_rng(SEED).choice(test, test_rows, replace=False)
    return (X[:COVTYPE_TRAIN_ROWS], y[:COVTYPE_TRAIN_ROWS]), (X[test], y[test])


def split_of(name: str, train: tuple[Rows, Labels], test: tuple[Rows, Labels]) -> Split:
    """Scale both parts by the training part, unless they are series."""
    (X, y), (X_test, y_test) = train, test
    if name not in SERIES:
        scaler = MinMaxScaler().fit(X)
        X, X_test = scaler.transform(X), scaler.transform(X_test)
    return Split(X, y, X_test, y_test)
