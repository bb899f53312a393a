"""Data sets, wherever they come from."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Dataset:
    """Rows, as numbers, with their labels; `X, y = dataset` unpacks it.

    Parameters
    ----------
    name : what `load` was asked for
    X : one row per object; a category is its code, a missing value NaN
    y : the labels: integers if all of them are, otherwise strings
    feature_names : of the columns of X
    categories : for each column the values in order of their codes, () for a numeric one
    """

    name: str
    X: NDArray[np.floating[Any]] = field(repr=False)
    y: NDArray[Any] = field(repr=False)
    feature_names: tuple[str, ...] = field(repr=False)
    categories: tuple[tuple[str, ...], ...] = field(repr=False)

    def __iter__(self) -> Iterator[NDArray[Any]]:
        return iter((self.X, self.y))

    @property
    def categorical(self) -> NDArray[np.bool_]:
        """Which columns of X hold codes."""
        return np.array([bool(values) for values in self.categories], dtype=bool)


def as_labels(names: Sequence[str]) -> NDArray[Any]:
    """Turn the names of labels into an array, of integers if all are written as such: 007 is a name."""
    if all(re.fullmatch(r"0|-?[1-9][0-9]{0,17}", name) for name in names):
        return np.array([int(name) for name in names], dtype=np.int64)
    return np.array(names, dtype=np.str_)
