"""Series of training and test parts; each part is made as for the papers' experiments."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from sklearn.preprocessing import MinMaxScaler

from bestsofar.reproduce.splits import (
    SEED,
    Split,
    all_rows,
    drawn,
    fold_of,
    fold_of_rows,
    has_test_file,
    own_split,
    rows,
    whole_covtype,
)

__all__ = [
    "SEED", "Split", "all_folds", "all_rows", "drawn", "folds_of_both_files", "rows", "scaled", "shuffled",
    "small_splits", "splits", "tenths", "whole_covtype",
]  # fmt: skip
FOLDS = 5
ONE_FOLD_FROM = 10_000  # rows; the test part of one fold is large enough then


def splits(name: str, *, quick: bool = False) -> Iterator[Split]:
    """Yield the split that comes with a data set, else seeded stratified folds, of many rows only the first."""
    if name == "covtype" or has_test_file(name):
        yield own_split(name)
    else:
        yield from _folds(name, *rows(name), quick=quick)


def folds_of_both_files(name: str, *, quick: bool = False) -> Iterator[Split]:
    """Yield seeded stratified folds of the training and the test file together."""
    yield from _folds(name, *all_rows(name), quick=quick)


def tenths(name: str, folds: int = 10) -> Iterator[Split]:
    """Yield the first of ten seeded stratified folds of all rows."""
    yield from (fold_of(name, number) for number in range(folds))


def small_splits(name: str, size: int, *, quick: bool = False) -> Iterator[Split]:
    """Yield seeded stratified folds of a number of rows, drawn from all that a data set has."""
    yield from _folds(name, *drawn(*all_rows(name), size), quick=quick)


def shuffled(name: str) -> tuple[npt.NDArray[np.float32], npt.NDArray]:
    """Return all rows of a file in a seeded order, scaled to 0..1."""
    X, y = rows(name)
    X, y = drawn(X, y, len(y))
    return scaled(X), y


def scaled(X: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Scale every feature to 0..1."""
    return MinMaxScaler().fit_transform(X)


def _folds(name: str, X: npt.NDArray[np.float32], y: npt.NDArray, *, quick: bool) -> Iterator[Split]:
    """Yield seeded stratified folds, of many rows only the first."""
    yield from all_folds(name, X, y, quick=quick or len(y) >= ONE_FOLD_FROM)


def all_folds(name: str, X: npt.NDArray[np.float32], y: npt.NDArray, *, quick: bool = False) -> Iterator[Split]:
    """Yield seeded stratified folds of rows of a data set, however many these are."""
    yield from (fold_of_rows(name, X, y, number, FOLDS) for number in range(1 if quick else FOLDS))
