"""Tables from files: CSV, gzipped or not, Parquet, Arrow, NumPy."""

import csv
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any, Literal, NamedTuple

import narwhals as nw
import numpy as np

from bestsofar import _core
from bestsofar.datasets.csv_table import open_text
from bestsofar.datasets.dataset import as_labels
from bestsofar.errors import InvalidParameter

FRAMES = {".parquet", ".arrow", ".feather"}
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
    if path.suffix in FRAMES:
        return _of_frame(_read_frame(path), label)
    with open_text(path) as file:
        names = next(csv.reader([file.buffer.readline().decode()]), [])
        return CsvColumns(names, label).batch(file.buffer.read())


def is_text(path: Path) -> bool:
    """Tell whether a table has lines."""
    return path.suffix not in {".npz", *FRAMES}


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

    def batch(self, text: bytes) -> Batch:
        """Read some of the lines below the names."""
        numbers = _core.number_rows(text, self.width, self.label)
        if numbers is None:  # it knows neither quotes nor blanks, categories nor missing values
            return self._batch_of_cells(text)
        if self.label is None:
            return Batch(numbers, None)
        lines = text.removesuffix(b"\n").split(b"\n") if text else []
        return Batch(numbers, as_labels([line.split(b",")[self.label].rstrip(b"\r").decode() for line in lines]))

    def _batch_of_cells(self, text: bytes) -> Batch:
        rows = list(filter(None, csv.reader(StringIO(text.decode(), newline=""))))
        for row in rows:
            if len(row) != self.width:
                raise InvalidParameter("bestsofar", "data", f"a table with {self.width} values in every row", row)
        y = None if self.label is None else as_labels([row[self.label] for row in rows])
        values = [[value(row[place]) for place in self.features] for row in rows]
        if all(isinstance(each, float) for row in values for each in row):
            return Batch(np.array(values, dtype=np.float64).reshape(len(rows), len(self.features)), y)
        return Batch(values, y)


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
