"""Training and test parts of the data sets, features scaled to 0..1 by the training part, series as they are."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import MinMaxScaler

from bestsofar import datasets

SERIES = {"FaceAll", "Fish", "TwoPatterns"}
WITH_TEST_FILE = SERIES | {"letter", "optdigits", "pendigits", "satimage", "vowel"}
FOLDS = 5
ONE_FOLD_FROM = 10_000  # rows; the test part of one fold is large enough then
COVTYPE_TEST_FROM = 15_120  # the rows before are UCI's training and validation parts
COVTYPE_TEST_ROWS = 5_000
SEED = 0


@dataclass(frozen=True, slots=True)
class Split:
    """A training part and a test part."""

    X: npt.NDArray[np.float32]
    y: npt.NDArray
    X_test: npt.NDArray[np.float32]
    y_test: npt.NDArray


def splits(name: str, *, quick: bool = False) -> Iterator[Split]:
    """Give the split that comes with a data set, else seeded stratified folds, of many rows only the first."""
    if name == "covtype":
        yield _covtype()
    elif name in WITH_TEST_FILE:
        yield split_of(name, rows(f"{name}.train"), rows(f"{name}.test"))
    else:
        yield from _folds(name, *rows(name), quick=quick)


def folds_of_both_files(name: str, *, quick: bool = False) -> Iterator[Split]:
    """Give seeded stratified folds of the training and the test file together."""
    yield from _folds(name, *all_rows(name), quick=quick)


def tenths(name: str, folds: int = 10) -> Iterator[Split]:
    """Give the first of ten seeded stratified folds of all rows."""
    X, y = all_rows(name)
    for train, test in islice(StratifiedKFold(10, shuffle=True, random_state=SEED).split(X, y), folds):
        yield split_of(name, (X[train], y[train]), (X[test], y[test]))


def small_splits(name: str, size: int, *, quick: bool = False) -> Iterator[Split]:
    """Give seeded stratified folds of so many rows, drawn from all that a data set has."""
    X, y = all_rows(name)
    drawn = np.random.default_rng(SEED).permutation(len(y))[:size]
    yield from _folds(name, X[drawn], y[drawn], quick=quick)


def rows(name: str) -> tuple[npt.NDArray[np.float32], npt.NDArray]:
    """Give the rows of a file and their labels."""
    data = datasets.load(name, dtype="float32")
    return data.X, data.y


def scaled(X: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Scale every feature to 0..1."""
    return MinMaxScaler().fit_transform(X)


def all_rows(name: str) -> tuple[npt.NDArray[np.float32], npt.NDArray]:
    """Give the rows of all files of a data set and their labels."""
    parts = [rows(f"{name}.{part}") for part in ["train", "test"]] if name in WITH_TEST_FILE else [rows(name)]
    X, y = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    return X, y


def _folds(name: str, X: npt.NDArray[np.float32], y: npt.NDArray, *, quick: bool) -> Iterator[Split]:
    """Give seeded stratified folds, of many rows only the first."""
    yield from all_folds(name, X, y, quick=quick or len(y) >= ONE_FOLD_FROM)


def all_folds(name: str, X: npt.NDArray[np.float32], y: npt.NDArray, *, quick: bool = False) -> Iterator[Split]:
    """Give seeded stratified folds of rows of a data set, however many these are."""
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=SEED).split(X, y)
    for train, test in islice(folds, 1 if quick else FOLDS):
        yield split_of(name, (X[train], y[train]), (X[test], y[test]))


def _covtype() -> Split:
    X, y = rows("covtype")
    drawn = np.random.default_rng(SEED).choice(np.arange(COVTYPE_TEST_FROM, len(y)), COVTYPE_TEST_ROWS, replace=False)
    return split_of("covtype", rows("covtype.train"), (X[drawn], y[drawn]))


def split_of(name: str, train: tuple, test: tuple) -> Split:
    """Scale both parts by the training part, unless they are series."""
    (X, y), (X_test, y_test) = train, test
    if name not in SERIES:
        scaler = MinMaxScaler().fit(X)
        X, X_test = scaler.transform(X), scaler.transform(X_test)
    return Split(X, y, X_test, y_test)
