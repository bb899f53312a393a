"""Tables whose columns may hold categories."""

from numbers import Real
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.utils.validation import _check_feature_names, _check_n_features, validate_data

from bestsofar.base import Record, Records
from bestsofar.distances.readers.rows import RowReader, Rows
from bestsofar.errors import InvalidRecords, Words

Column = npt.NDArray[Any]

UNSEEN = -1.0
TABLE = 2  # dimensions


class TableReader(RowReader):
    """Reads rows of numbers and categories; a category becomes its place among those learned.

    Parameters
    ----------
    estimator : whose it is
    allow_missing : whether a value may be missing: NaN, None, null
    """

    def __init__(self, estimator: BaseEstimator, *, allow_missing: bool = False) -> None:
        super().__init__(estimator, allow_missing=allow_missing)
        self.categories: dict[int, dict[str, float]] = {}

    @property
    def takes_arrays(self) -> bool:
        """Whether an array of the right type is a record as it is."""
        return not self.categories

    def learn(self, X: Any) -> Records:
        """Read the training rows, and learn the categories of each column that holds some."""
        self.categories = {}
        columns = _columns(X)
        if columns is None:
            return super().learn(X)
        validate_data(self.estimator, X, skip_check_array=True)
        self.dtype = np.dtype(np.float64)
        for place, column in enumerate(columns):
            if not _is_numeric(column):
                seen = sorted({value for value in column if value is not None})
                self.categories[place] = {value: float(code) for code, value in enumerate(seen)}
        return self._encode(columns)

    def many(self, X: Any) -> Records:
        """Read rows; a category that was never seen differs from all others."""
        if not self.categories:
            return super().many(X)
        _check_feature_names(self.estimator, X, reset=False)
        return self._table(X)

    def one(self, x: Any) -> Record:
        """Read one row; it has no feature names, and needs none."""
        return self._table(np.array([self.row(x)], dtype=object))[0] if self.categories else super().one(x)

    def _table(self, X: Any) -> Rows:
        columns = _columns(X)
        if columns is None:
            if np.ndim(X) != TABLE:
                raise InvalidRecords(self.who, "X", "rows of features", Words(f"{np.ndim(X)} dimensions"))
            columns = list(np.asarray(X, dtype=np.float64).T)
        _check_n_features(self.estimator, np.empty((1, len(columns))), reset=False)
        return self._encode(columns)

    def _encode(self, columns: list[Column]) -> Rows:
        return self.finite(np.column_stack([self._numbers(place, column) for place, column in enumerate(columns)]))

    def _numbers(self, place: int, column: Column) -> Column:
        codes = self.categories.get(place)
        if codes is not None:
            return np.array([np.nan if value is None else codes.get(str(value), UNSEEN) for value in column])
        if _is_numeric(column):
            return column
        got = Words(f"{next(value for value in column if value is not None)!r}")
        raise InvalidRecords(self.who, "X", f"numbers in column {place}, as in training", got)


def _is_numeric(column: Column) -> bool:
    return column.dtype.kind in "biuf"


def _columns(X: Any) -> list[Column] | None:
    """Give the columns of a table with categories: floats where all are numbers, else strings and None."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        if all(dtype.is_numeric() for dtype in frame.schema.values()):
            return None
        return [_column(series.to_list()) for series in frame.iter_columns()]
    if isinstance(X, (list, tuple)):
        X = np.asarray(X, dtype=object if _holds_strings(X) else None)
    if np.ndim(X) != TABLE or getattr(X, "dtype", np.dtype(float)).kind not in "OUS":
        return None
    return [_column(column.tolist()) for column in np.asarray(X).T]


def _holds_strings(rows: Any) -> bool:
    cells = (value for row in rows if isinstance(row, (list, tuple)) for value in row)
    return any(isinstance(value, str) or value is None for value in cells)


def _is_missing(value: Any) -> bool:
    try:
        return value is None or bool(value != value)  # noqa: PLR0124 - NaN is not itself
    except TypeError:
        return True  # pandas.NA says neither yes nor no


def _column(values: list[Any]) -> Column:
    missing = [_is_missing(value) for value in values]
    pairs = list(zip(missing, values, strict=True))
    if all(gone or isinstance(value, Real) for gone, value in pairs):
        return np.array([np.nan if gone else float(value) for gone, value in pairs])
    return np.array([None if gone else str(value) for gone, value in pairs], dtype=object)
