"""Tables from files: CSV, gzipped or not, Parquet, Arrow, NumPy."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

import narwhals as nw
import numpy as np

from bestsofar.datasets.csv_table import open_text
from bestsofar.datasets.dataset import as_labels
from bestsofar.errors import InvalidParameter

BACKENDS: tuple[Literal["pyarrow", "polars", "pandas"], ...] = ("pyarrow", "polars", "pandas")


class Batch(NamedTuple):
    """Objects and, where they are told, their labels."""

    X: Any
    y: Any

    @property
    def is_numeric(self) -> bool:
        """Whether all features are numbers, and none is missing."""
        return isinstance(self.X, np.ndarray) and not np.isnan(self.X).any()


def read_table(path: Path, label: str) -> Batch:
    """Read a whole file.

    Parameters
    ----------
    path : .csv, .csv.gz, .parquet, .arrow, .feather or .npz with arrays X and y
    label : the column of the labels; it may be missing
    """
    if path.suffix == ".npz":
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as arrays:
            if "X" not in arrays:
                raise InvalidParameter("bestsofar", "data", "a file with an array X", str(path))
            return Batch(arrays["X"], arrays.get("y"))
    if path.suffix in {".parquet", ".arrow", ".feather"}:
        return _of_frame(_read_frame(path), label)
    with open_text(path) as file:
        lines = iter(file)
        return CsvColumns(next(csv.reader(lines), []), label).batch(list(lines))


def labelled(path: Path, label: str) -> Batch:
    """Read a whole file, which must tell the labels."""
    batch = read_table(path, label)
    if batch.y is None:
        raise InvalidParameter("bestsofar", "--label", f"a column of {path}", label)
    if not len(batch.y):
        raise InvalidParameter("bestsofar", "data", "a table with rows", str(path))
    return batch


class CsvColumns:
    """Which columns a CSV file has.

    Parameters
    ----------
    names : the columns
    label : the one of the labels; it may be missing
    """

    def __init__(self, names: Sequence[str], label: str) -> None:
        self.width = len(names)
        self.label = names.index(label) if label in names else None
        self.features = [place for place in range(self.width) if place != self.label]

    def batch(self, lines: Sequence[str]) -> Batch:
        """Read some of the other lines."""
        if not any(map(str.strip, lines)):
            return Batch(np.empty((0, len(self.features))), None if self.label is None else as_labels([]))
        with suppress(ValueError):  # the fast reader knows neither categories nor missing values
            X = np.loadtxt(lines, delimiter=",", comments=None, quotechar='"', usecols=self.features, ndmin=2)
            y = None if self.label is None else _labels(row[self.label] for row in _rows(lines))
            if len(X):
                return Batch(X, y)
        rows = list(_rows(lines))
        for row in rows:
            if len(row) != self.width:
                raise InvalidParameter("bestsofar", "data", f"a table with {self.width} values in every row", row)
        y = None if self.label is None else _labels(row[self.label] for row in rows)
        return Batch([[value(row[place]) for place in self.features] for row in rows], y)


def _rows(lines: Iterable[str]) -> Iterator[list[str]]:
    return filter(None, csv.reader(lines))


def _labels(names: Iterable[str]) -> Any:
    return as_labels(list(names))


def value(text: str) -> float | str | None:
    """Read a cell: a number, a category, or nothing."""
    try:
        return float(text) if text else None
    except ValueError:
        return text


def _read_frame(path: Path) -> "nw.DataFrame[Any]":
    for backend in BACKENDS:
        with suppress(ImportError):
            if path.suffix == ".parquet":
                return nw.read_parquet(str(path), backend=backend)
            return nw.from_native(_read_arrow(path, backend), eager_only=True)
    raise InvalidParameter("bestsofar", "data", f"a format for which {' or '.join(BACKENDS)} is not needed", str(path))


def _read_arrow(path: Path, backend: str) -> Any:
    if backend == "pyarrow":
        from pyarrow import feather

        return feather.read_table(path)
    if backend == "polars":
        import polars as pl

        return pl.read_ipc(path)
    import pandas as pd

    return pd.read_feather(path)


def _of_frame(frame: "nw.DataFrame[Any]", label: str) -> Batch:
    y = frame[label].to_numpy() if label in frame.columns else None
    if y is not None and y.dtype.kind == "O":
        y = y.astype(str)
    features = frame.drop([label], strict=False)
    numeric = all(dtype.is_numeric() for dtype in features.schema.values())
    X = features.to_numpy().astype(np.float64) if numeric else [list(row) for row in features.rows()]
    return Batch(X, y)
