"""Tables in Parquet and Arrow files."""

from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import narwhals as nw
import numpy as np
import numpy.typing as npt

from bestsofar.cli.batch import Batch
from bestsofar.errors import InvalidParameter

SUFFIXES = {".parquet", ".arrow", ".feather"}
BACKENDS: tuple[Literal["pyarrow", "polars", "pandas"], ...] = ("pyarrow", "polars", "pandas")


def read_frame(path: Path, label: str) -> Batch:
    """Read a whole file, with the first library that is installed.

    Parameters
    ----------
    path : one of `SUFFIXES`
    label : the column of the labels; it may be missing
    """
    return _batch(_opened(path), label)


def _opened(path: Path) -> "nw.DataFrame[Any]":
    for backend in BACKENDS:
        with suppress(ImportError):
            if path.suffix.lower() == ".parquet":
                return nw.read_parquet(str(path), backend=backend)
            return nw.from_native(_read_arrow(path, backend), eager_only=True)
    raise InvalidParameter(
        "bestsofar",
        "data",
        f"in a format that can be read here (install {' or '.join(BACKENDS)} for this one)",
        str(path),
    )


def _read_arrow(path: Path, backend: str) -> Any:
    if backend == "pyarrow":
        from pyarrow import feather

        return feather.read_table(path)
    if backend == "polars":
        import polars as pl

        return pl.read_ipc(path)
    import pandas as pd

    return pd.read_feather(path)


def _batch(frame: "nw.DataFrame[Any]", label: str) -> Batch:
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
