"""Tables from files: CSV, gzipped or not, Parquet, Arrow, NumPy."""

from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar.cli import frames
from bestsofar.cli.batch import Batch
from bestsofar.cli.csv_columns import CsvColumns, cells_of
from bestsofar.cli.records import first_record
from bestsofar.datasets import files
from bestsofar.errors import InvalidParameter, InvalidRecords, Verbatim

BOM = b"\xef\xbb\xbf"
TABLE = 2  # dimensions
MANY, FEW = 20, 8  # names of columns in a sentence


def read_table(path: Path, label: str) -> Batch:
    """Read a whole file.

    Parameters
    ----------
    path : .csv, .csv.gz, .parquet, .arrow, .feather or .npz with arrays X and y
    label : the column of the labels; it may be missing
    """
    path.stat()  # not every library reports a missing file properly
    with reading(path):
        if _suffix(path) == ".npz":
            return _of_arrays(path)
        if _suffix(path) in frames.SUFFIXES:
            return frames.read_frame(path, label)
        return _of_text(path, label)


def reading(path: Path) -> AbstractContextManager[None]:
    """Turn any error in a file, but not the system's refusal to read it, into one sentence."""
    return files.reading(path, partial(InvalidRecords, "bestsofar", "data"))


def is_text(path: Path) -> bool:
    """Tell whether a table has lines."""
    return _suffix(path) not in {".npz", *frames.SUFFIXES}


def _suffix(path: Path) -> str:
    return path.suffix.lower()


def labelled(path: Path, label: str) -> Batch:
    """Read a whole file, which must have labels."""
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


def _of_text(path: Path, label: str) -> Batch:
    with files.open_lines(path) as file:
        text = file.read().removeprefix(BOM).lstrip(b"\r\n")
    header = first_record(text)
    names = cells_of(header)
    if not names:
        raise InvalidRecords("bestsofar", "data", "a table with columns", str(path))
    columns = CsvColumns(names, label)
    return columns.batch(text[len(header) :])._replace(names=[names[place] for place in columns.features])


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


def _shape(path: Path, array: npt.NDArray[Any]) -> Verbatim:
    return Verbatim(f"{str(path)!r}: {array.dtype} {list(array.shape)}")
