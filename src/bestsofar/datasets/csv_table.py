"""Tables in CSV files, gzipped or not: a header, features first, the class last in a column `label`."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bestsofar.datasets.dataset import Dataset, as_labels
from bestsofar.datasets.files import number, open_text, reading, rows
from bestsofar.errors import InvalidParameter

LABEL = "label"
ROWS_AT_ONCE = 20_000

_refused = partial(InvalidParameter, "datasets.load", "name")


def read(path: Path, name: str, dtype: str) -> Dataset:
    """Read one table.

    Parameters
    ----------
    path : of the .csv or .csv.gz file
    name : to give to the data set
    dtype : of X, float32 or float64
    """
    with reading(path, _refused):
        return _read(path, name, dtype)


def _read(path: Path, name: str, dtype: str) -> Dataset:
    *feature_names, _ = header = _read_header(path)
    try:
        X, y = _read_numbers(path, len(header), dtype)
        categories: list[tuple[str, ...]] = [()] * len(feature_names)
    except ValueError:  # the fast reader knows neither categories nor missing values
        X, y, categories = _read_mixed(path, len(header), dtype)
    return Dataset(name, X, y, tuple(feature_names), tuple(categories))


class _Codes(dict[str, int]):
    """Numbers values in order of first appearance."""

    def __missing__(self, value: str) -> int:
        return self.setdefault(value, len(self))


def _read_header(path: Path) -> list[str]:
    with open_text(path) as file:
        header, first_row = islice(chain(rows(file), repeat([])), 2)
    if header[-1:] != [LABEL]:
        raise _refused(f"a table whose last column is {LABEL!r}", str(path))
    if header == [LABEL]:
        raise _refused("a table with at least one feature", str(path))
    if not first_row:
        raise _refused("a table with rows", str(path))
    return header


def _read_numbers(path: Path, width: int, dtype: str) -> tuple[NDArray[Any], NDArray[Any]]:
    codes = _Codes()
    with open_text(path) as file:
        table = np.loadtxt(
            file,
            dtype,
            comments=None,
            delimiter=",",
            converters={width - 1: codes.__getitem__},
            skiprows=1,
            ndmin=2,
            quotechar='"',
            encoding=None,  # gives converters text in NumPy 1, too
        )
    if table.shape[1] != width:
        raise ValueError
    return np.ascontiguousarray(table[:, :-1]), _labels(path, codes)[table[:, -1].astype(np.intp)]


def _read_mixed(path: Path, width: int, dtype: str) -> tuple[NDArray[Any], NDArray[Any], list[tuple[str, ...]]]:
    codes = [_Codes() for _ in range(width)]
    blocks = [
        [np.fromiter(map(known.__getitem__, column), np.int32) for known, column in zip(codes, columns, strict=True)]
        for columns in _blocks_of_columns(path, width)
    ]
    *features, labels = (np.concatenate(column) for column in zip(*blocks, strict=True))
    X = np.empty((len(labels), width - 1), dtype)
    categories = []
    for j, column in enumerate(features):
        numbers, values = _numbers_of(list(codes[j]))
        X[:, j] = numbers[column]
        categories.append(values)
    return X, _labels(path, codes[-1])[labels], categories


def _labels(path: Path, codes: _Codes) -> NDArray[Any]:
    if "" in codes:
        raise _refused("a table with a label in every row", str(path))
    return as_labels(list(codes))


def _blocks_of_columns(path: Path, width: int) -> Iterator[list[tuple[str, ...]]]:
    with open_text(path) as file:
        below_header = islice(rows(file), 1, None)
        while block := list(islice(below_header, ROWS_AT_ONCE)):
            if any(len(row) != width for row in block):
                raise _refused(f"a table with {width} values in every row", str(path))
            yield list(zip(*block, strict=True))


def _numbers_of(values: Sequence[str]) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """Return values as numbers or, if one is not a number, as places among the sorted ones, and these; "" is NaN."""
    try:
        return np.array([number(value or "nan") for value in values]), ()
    except ValueError:
        categories = sorted(filter(None, values))
        code = {value: float(place) for place, value in enumerate(categories)}
        return np.array([code.get(value, np.nan) for value in values]), tuple(categories)
