"""Tables from files: CSV, gzipped or not, Parquet, Arrow, NumPy."""

import csv
import reprlib
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

import narwhals as nw
import numpy as np
import numpy.typing as npt

from bestsofar import _core
from bestsofar.cli.labels import TRUTHS
from bestsofar.cli.records import first_record
from bestsofar.datasets import files
from bestsofar.errors import InvalidParameter, InvalidRecords, Words

FRAMES = {".parquet", ".arrow", ".feather"}
BACKENDS: tuple[Literal["pyarrow", "polars", "pandas"], ...] = ("pyarrow", "polars", "pandas")
BOM = b"\xef\xbb\xbf"
TABLE = 2  # dimensions
MANY, FEW = 20, 8  # names of columns in a sentence

Value: TypeAlias = float | bool | str | None


class Batch(NamedTuple):
    """Objects and, where they are told, their labels and the names of their features.

    Labels are as they stand in the table: the texts of CSV in a list, else an array.
    """

    X: Any
    labels: Any
    names: list[str] | None = None

    @property
    def is_numeric(self) -> bool:
        """Whether all features are numbers, and none is missing."""
        return isinstance(self.X, np.ndarray) and not np.isnan(self.X).any()

    @property
    def has_features(self) -> bool:
        """Whether there is anything but labels."""
        return not isinstance(self.X, np.ndarray) or self.X.shape[1] > 0

    @property
    def cells(self) -> list[Any] | None:
        """The labels, as Python's own values."""
        cells: list[Any] | None = self.labels.tolist() if isinstance(self.labels, np.ndarray) else self.labels
        return cells

    def arranged(self, names: Sequence[str] | None) -> "Batch":
        """Give the columns in the order of these names, where both sides have names."""
        if names is None or self.names is None or self.names == list(names):
            return self
        order = places(self.names, names)
        if isinstance(self.X, np.ndarray):
            return self._replace(X=self.X.take(order, axis=1), names=list(names))
        return self._replace(X=[[row[place] for place in order] for row in self.X], names=list(names))


def places(names: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Tell where in a table each of the wanted columns stands; there must be no others."""
    missing, unknown = Counter(wanted) - Counter(names), Counter(names) - Counter(wanted)
    if missing or unknown:
        less = f"no {', '.join(map(repr, missing))}" if missing else ""
        more = f"unknown {', '.join(map(repr, unknown))}" if unknown else ""
        got = Words(" and ".join(filter(None, (less, more))))
        raise InvalidRecords("bestsofar", "data", f"the columns {', '.join(wanted)}", got)
    return [names.index(name) for name in wanted]


def read_table(path: Path, label: str) -> Batch:
    """Read a whole file.

    Parameters
    ----------
    path : .csv, .csv.gz, .parquet, .arrow, .feather or .npz with arrays X and y
    label : the column of the labels; it may be missing
    """
    path.stat()  # not every library says properly that there is none
    with reading(path):
        if _suffix(path) == ".npz":
            return _of_arrays(path)
        if _suffix(path) in FRAMES:
            return _of_frame(_read_frame(path), label)
        with files.open_lines(path) as file:
            text = file.read().removeprefix(BOM).lstrip(b"\r\n")
        header = first_record(text)
        names = cells_of(header)
        if not names:
            raise InvalidRecords("bestsofar", "data", "a table with columns", str(path))
        columns = CsvColumns(names, label)
        return columns.batch(text[len(header) :])._replace(names=[names[place] for place in columns.features])


def reading(path: Path) -> AbstractContextManager[None]:
    """Let whatever is wrong with a file, but for the system's refusal to read it, be told in one sentence."""
    return files.reading(path, partial(InvalidRecords, "bestsofar", "data"))


def is_text(path: Path) -> bool:
    """Tell whether a table has lines."""
    return _suffix(path) not in {".npz", *FRAMES}


def _suffix(path: Path) -> str:
    return path.suffix.lower()


def labelled(path: Path, label: str) -> Batch:
    """Read a whole file, which must tell the labels."""
    batch = read_table(path, label)
    if batch.labels is None:
        raise _unlabelled(path, batch.names, label)
    if not len(batch.labels):
        raise InvalidRecords("bestsofar", "data", "a table with rows", str(path))
    if not batch.has_features:
        raise InvalidRecords("bestsofar", "data", "a table with at least one feature", str(path))
    return batch


def _unlabelled(path: Path, names: list[str] | None, label: str) -> ValueError:
    if names is None:
        return InvalidRecords("bestsofar", "data", "a file with an array y", str(path))
    shown = names if len(names) <= MANY else [*names[:FEW], "...", names[-1]]
    return InvalidParameter("bestsofar", "--label", f"a column of {path} ({', '.join(shown)})", label)


def cells_of(line: bytes) -> list[str]:
    """Take a line of CSV apart; a blank one has no cells."""
    return next(iter(_rows(line)), []) if line.strip() else []


def _rows(text: bytes) -> list[list[str]]:
    """Take lines of CSV apart; blank ones are left out."""
    try:
        return list(files.rows(StringIO(text.decode(), newline="")))
    except csv.Error as error:
        raise ValueError(str(error)) from None


class CsvColumns:
    """Which columns a CSV file has.

    Parameters
    ----------
    names : the columns
    label : the one of the labels; it may be missing
    wanted : the features in the order in which they are wanted; None: as they stand
    """

    def __init__(self, names: Sequence[str], label: str, wanted: Sequence[str] | None = None) -> None:
        self.width = len(names)
        self.label = names.index(label) if label in names else None
        self.features = [place for place in range(self.width) if place != self.label]
        self._order: list[int] | None = None  # nothing is copied
        if wanted is not None:
            order = places([names[place] for place in self.features], wanted)
            self._order = None if order == sorted(order) else order
            self.features = [self.features[place] for place in order]

    def batch(self, text: bytes) -> Batch:
        """Read some of the lines below the names."""
        numbers = _core.number_rows(text, self.width, self.label)
        if numbers is None:  # it knows neither quotes nor blanks, categories nor missing values
            return self._batch_of_cells(text)
        X = numbers if self._order is None else numbers.take(self._order, axis=1)
        if self.label is None:
            return Batch(X, None)
        lines = text.removesuffix(b"\n").split(b"\n") if text else []
        return Batch(X, [line.split(b",")[self.label].rstrip(b"\r").decode() for line in lines])

    def _batch_of_cells(self, text: bytes) -> Batch:
        rows = _rows(text)
        for row in rows:
            if len(row) != self.width:
                raise ValueError(f"{len(row)} values in a row, not {self.width}: {reprlib.repr(row)}")
        labels = None if self.label is None else [row[self.label] for row in rows]
        values = [[value(row[place]) for place in self.features] for row in rows]
        kinds = {type(each) for row in values for each in row}
        if kinds <= {float}:
            return Batch(np.array(values, dtype=np.float64).reshape(len(rows), len(self.features)), labels)
        if kinds >= {bool, str}:
            self._keep_words(values, rows)
        return Batch(values, labels)

    def _keep_words(self, values: list[list[Value]], rows: list[list[str]]) -> None:
        """Let truth values be words in columns that have other words."""
        for column, place in enumerate(self.features):
            if any(isinstance(row[column], str) for row in values):
                for row, cells in zip(values, rows, strict=True):
                    row[column] = cells[place] if isinstance(row[column], bool) else row[column]


def value(text: str) -> Value:
    """Read a cell: a number, a truth value, a category, or nothing."""
    try:
        return float(text) if text else None
    except ValueError:
        return TRUTHS.get(text, text)


def _of_arrays(path: Path) -> Batch:
    with path.open("rb") as file:
        arrays = np.load(file, allow_pickle=False)
        if isinstance(arrays, np.ndarray) or "X" not in arrays:
            raise InvalidRecords("bestsofar", "data", "a file with an array X", str(path))
        X, y = arrays["X"], arrays.get("y")
    if X.ndim != TABLE or X.dtype.kind not in "biuf":
        raise InvalidRecords("bestsofar", "data", "a file with an array X of rows of numbers", _shape(path, X))
    if y is not None and (y.shape != X.shape[:1] or y.dtype.kind not in "biufU"):
        must_be = f"a file with an array y of {len(X)} numbers or texts"
        raise InvalidRecords("bestsofar", "data", must_be, _shape(path, y))
    return Batch(X if X.dtype in (np.float64, np.float32) else X.astype(np.float64), y)


def _shape(path: Path, array: npt.NDArray[Any]) -> Words:
    return Words(f"{str(path)!r}: {array.dtype} {list(array.shape)}")


def _read_frame(path: Path) -> "nw.DataFrame[Any]":
    for backend in BACKENDS:
        with suppress(ImportError):
            if _suffix(path) == ".parquet":
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
    labels = _labels_of(frame[label]) if label in frame.columns else None
    features = frame.drop([label], strict=False)
    if not features.columns:
        return Batch(np.empty((len(frame), 0)), labels, [])
    for name, dtype in features.schema.items():
        if dtype.is_temporal() or dtype.is_nested() or dtype == nw.Binary:
            raise ValueError(f"the column {name!r} holds neither numbers nor words, but {dtype}")
    numeric = all(dtype.is_numeric() for dtype in features.schema.values())
    X = features.to_numpy().astype(np.float64) if numeric else [list(row) for row in features.rows()]
    return Batch(X, labels, features.columns)


def _labels_of(series: "nw.Series[Any]") -> npt.NDArray[Any]:
    values = series.to_list()
    return np.array(values, dtype=object if series.null_count() else None)
