"""Tables whose columns may hold categories."""

from collections.abc import Iterable
from numbers import Real
from typing import Any, TypeAlias

import narwhals as nw
import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import _check_n_features, validate_data

from bestsofar.base import Record, Records
from bestsofar.base.categorical import is_categorical
from bestsofar.base.floats import as_float
from bestsofar.base.storable import Parts
from bestsofar.distances.readers.rows import RowReader, Rows, still
from bestsofar.errors import InvalidRecords, Verbatim

Column: TypeAlias = list[Any]

UNSEEN = -1.0
TABLE = 2  # dimensions
AT_LEAST = "at least one row of at least one feature"


class TableReader(RowReader):
    """Reads rows of numbers and categories; a category becomes its place among those learned.

    A column without any value in training may turn out to be either.

    Parameters
    ----------
    estimator : the estimator that uses it
    allow_missing : whether a value may be missing: NaN, None, null
    """

    def __init__(self, estimator: BaseEstimator, *, allow_missing: bool = False) -> None:
        super().__init__(estimator, allow_missing=allow_missing, squared=False)
        self.categories: dict[int, dict[str, float]] = {}
        self.unknown: list[int] = []

    @property
    def takes_arrays(self) -> bool:
        """Whether an array of the right type is a record as it is."""
        return not self.categories

    @property
    def identity(self) -> str:
        """What else makes two readers differ: the categories."""
        return str(self.categories)

    def learn(self, X: Any) -> Records:
        """Read the training rows, and learn the categories of each column that has some."""
        self.categories, self.unknown = {}, []
        if 0 in getattr(X, "shape", ())[1:]:
            raise InvalidRecords(self.who, "X", AT_LEAST, Verbatim("no columns"))
        X = _as_table(X)
        rows = self._learn_table(X) if _has_categories(X) else super().learn(X)
        self.unknown = np.flatnonzero(np.isnan(rows).all(axis=0)).tolist()
        return rows

    def _learn_table(self, X: Any) -> Rows:
        columns = _columns(X)
        if columns is None:
            raise InvalidRecords(self.who, "X", "rows of features, all of one width", X)
        if not columns[0]:
            raise InvalidRecords(self.who, "X", AT_LEAST, Verbatim("no rows"))
        validate_data(self.estimator, X, skip_check_array=True)
        self._learned_by = still(self.estimator)
        self.dtype = np.dtype(np.float64)
        declared = _declared_categorical(X)
        for place, column in enumerate(columns):
            if place in declared or not _is_numeric(column):
                names = sorted({_name(value) for value in column if not is_missing(value)})
                self.categories[place] = {name: float(code) for code, name in enumerate(names)}
        return self._encode(columns)

    def many(self, X: Any) -> Records:
        """Read rows; a category that was never seen differs from all others."""
        X = _as_table(X)
        if not self.categories:
            return super().many(X)
        self.check_names(X)
        return self._table(X)

    def parts(self) -> Parts:
        """Return the learned type and categories."""
        return super().parts() | {"categories": self.categories, "unknown": self.unknown}

    def restore(self, parts: Parts) -> None:
        """Restore the learned type and categories."""
        super().restore(parts)
        self.categories = parts["categories"]
        self.unknown = parts.get("unknown", [])  # older files do not have it

    def one(self, x: Any) -> Record:
        """Read one row, which needs no feature names."""
        return self._table([list(self.row(x))])[0] if self.categories else super().one(x)

    def _rows(self, X: Any) -> Rows:
        try:
            return super()._rows(X)
        except InvalidRecords:
            raise
        except (TypeError, ValueError):
            rows = self._table(X)
        return self.finite(rows.astype(self.dtype))

    def _in_our_words(self, error: ValueError) -> ValueError:
        return error  # a word may be a category: see _rows

    def _table(self, X: Any) -> Rows:
        columns = _columns(X)
        if columns is None:
            raise InvalidRecords(self.who, "X", "rows of features, all of one width", X)
        _check_n_features(self._learned_by, np.empty((1, len(columns))), reset=False)
        return self._encode(columns)

    def _encode(self, columns: list[Column]) -> Rows:
        return self.finite(np.column_stack([self._numbers(place, column) for place, column in enumerate(columns)]))

    def _numbers(self, place: int, column: Column) -> Rows:
        if place not in self.categories and _is_numeric(column):
            return np.array([np.nan if is_missing(value) else as_float(value) for value in column])
        if place not in self.categories and place not in self.unknown:
            got = next(value for value in column if not _is_number(value))
            raise InvalidRecords(self.who, "X", f"numbers in column {place}, as in training", got)
        codes = self.categories.get(place, {})
        return np.array([np.nan if is_missing(value) else _code(codes, value) for value in column])


def _as_table(X: Any) -> Any:
    """Return what is neither a frame nor rows, but can become an array, as that array."""
    if isinstance(X, (np.ndarray, list, tuple)) or not hasattr(X, "__array__"):
        return X
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    return X if isinstance(frame, nw.DataFrame) else np.asarray(X)


def _has_categories(X: Any) -> bool:
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        return not all(dtype.is_numeric() for dtype in frame.schema.values())
    if isinstance(X, (list, tuple)):
        return any(isinstance(value, str) or value is None for row in X for value in _odd_cells(row))
    return np.ndim(X) == TABLE and getattr(X, "dtype", np.dtype(float)).kind in "OUS"


def _odd_cells(row: Any) -> Iterable[Any]:
    """Return the values of a row that may be something other than numbers."""
    if isinstance(row, (list, tuple)):
        return row
    kind = getattr(getattr(row, "dtype", np.dtype(float)), "kind", "O")  # those of polars have none
    return row if np.ndim(row) == 1 and kind in "OUS" else ()


def _columns(X: Any) -> Any:
    """Return the columns of a table as lists of their values, or None if X is not a table."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        return [series.to_list() for series in frame.iter_columns()]
    rows = np.asarray(X, dtype=object)
    return [column.tolist() for column in rows.T] if rows.ndim == TABLE else None


def _declared_categorical(X: Any) -> set[int]:
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    columns = frame.iter_columns() if isinstance(frame, nw.DataFrame) else ()
    return {place for place, column in enumerate(columns) if is_categorical(column)}


def _is_numeric(column: Column) -> bool:
    return all(map(_is_number, column))


def _is_number(value: Any) -> bool:
    """Tell whether a value is a number, a truth value (in arrays and rows of frames, NumPy's) or missing."""
    return isinstance(value, (Real, np.bool_)) or is_missing(value)


def is_missing(value: Any) -> bool:
    """Tell whether a value is NaN, None or null."""
    try:
        return value is None or bool(value != value)  # noqa: PLR0124 - NaN is not itself
    except TypeError:
        return True  # pandas.NA is neither true nor false


def _code(codes: dict[str, float], value: Any) -> float:
    """Look a category up; a truth value may have been learned as a word, in any spelling."""
    name = _name(value)
    names = (name, name.lower(), name.upper()) if isinstance(value, (bool, np.bool_)) else (name,)
    return next((codes[each] for each in names if each in codes), UNSEEN)


def _name(value: Any) -> str:
    """Name a category: 2, 2.0 and "2" are the same one."""
    whole = isinstance(value, Real) and not isinstance(value, (bool, np.bool_)) and as_float(value).is_integer()
    return str(int(value)) if whole else str(value)
