"""Rows of numbers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator
from sklearn.utils.validation import _check_feature_names, _check_n_features, check_array, validate_data

from bestsofar.base import Record, Records
from bestsofar.base.storable import Parts
from bestsofar.distances.readers.reader import RecordReader
from bestsofar.errors import InvalidRecords, Verbatim

Rows = npt.NDArray[np.floating[Any]]

# Up to this magnitude, squares of differences do not overflow in float32; the core has the same limit.
LARGEST = 1e17
# If nothing differs by more than this, squares of differences vanish in float32.
MIN_RANGE = 1e-12
FINITE = "finite numbers"
CATEGORIES = "metric='mixed' takes categories as well"


class RowReader(RecordReader):
    """Reads rows of one width: float32 stays float32, unless told otherwise, and everything else becomes float64.

    So does float32 if the numbers are so large, or so close together, that it cannot hold squares of differences.

    Parameters
    ----------
    estimator : the estimator that uses it
    allow_missing : whether NaN may stand for a missing number
    dtypes : the types that rows may have; others become the first of these
    squared : whether distances are sums of squares or powers of differences, which overflow for huge numbers
    """

    dtype: np.dtype[np.floating[Any]]
    _learned_by: BaseEstimator  # the estimator as it was then: by now it may be learning rows of another width

    def __init__(
        self,
        estimator: BaseEstimator,
        *,
        allow_missing: bool = False,
        dtypes: tuple[type[np.floating[Any]], ...] = (np.float64, np.float32),
        squared: bool = True,
    ) -> None:
        super().__init__(estimator)
        self.allow_missing = allow_missing
        self.dtypes = dtypes
        self.squared = squared

    @property
    def takes_arrays(self) -> bool:
        """Whether an array of the right type is a record as it is."""
        return True

    def learn(self, X: Any) -> Records:
        """Read the training rows; all later rows get their type."""
        if isinstance(X, (list, tuple)) and not X:
            raise InvalidRecords(self.who, "X", "at least one row", Verbatim("none"))
        with self._refusing_what_is_no_float():
            rows = validate_data(self.estimator, X, dtype=self.dtypes, order="C", ensure_all_finite=False)
        self._learned_by = still(self.estimator)
        rows = self.finite(rows)
        if self.squared and rows.dtype == np.float32 and not _fits_single(rows):
            rows = rows.astype(np.float64)
        self.dtype = rows.dtype
        return self.measurable(rows)

    def many(self, X: Any) -> Records:
        """Read rows of the learned width."""
        self.check_names(X)
        return self._rows(X)

    def one(self, x: Any) -> Record:
        """Read one row, which needs no feature names."""
        return self._rows([self.row(x)])[0]

    def from_bytes(self, records: list[bytes]) -> Records:
        """Return rows that the core kept as bytes."""
        return np.frombuffer(b"".join(records), self.dtype).reshape(len(records), -1)

    def parts(self) -> Parts:
        """Return the learned type."""
        return {"dtype": self.dtype.name}

    def restore(self, parts: Parts) -> None:
        """Restore the learned type."""
        self.dtype = next(np.dtype(kind) for kind in self.dtypes if np.dtype(kind).name == parts["dtype"])
        self._learned_by = still(self.estimator)

    def check_names(self, X: Any) -> None:
        """Refuse columns with other names than those learned, unless these were removed from the estimator."""
        named = hasattr(self.estimator, "feature_names_in_")
        _check_feature_names(self._learned_by if named else self.estimator, X, reset=False)

    def row(self, x: Any) -> Any:
        """Refuse what is not one row."""
        if np.ndim(x) != 1:
            raise InvalidRecords(f"{self.who}.begin", "x", "one row", Verbatim(f"{np.ndim(x)} dimensions"))
        return x

    def _rows(self, X: Any) -> Rows:
        if isinstance(X, (list, tuple)) and not X:  # no rows have no width to check
            return np.empty((0, self._learned_by.n_features_in_), self.dtype)
        with self._refusing_what_is_no_float():
            rows = check_array(
                X, dtype=self.dtype, order="C", ensure_all_finite=False, ensure_min_samples=0, estimator=self.estimator
            )
        _check_n_features(self._learned_by, rows, reset=False)
        return self.measurable(self.finite(rows))

    @contextmanager
    def _refusing_what_is_no_float(self) -> Iterator[None]:
        try:
            yield
        except OverflowError:  # NumPy does not say where
            raise InvalidRecords(self.who, "X", FINITE, Verbatim("an int too large for a float")) from None
        except ValueError as error:
            raise self._in_our_words(error) from None

    def _in_our_words(self, error: ValueError) -> ValueError:
        said = str(error)
        _, is_word, word = said.partition("could not convert string to float: ")
        if is_word:
            must_be = f"numbers ({CATEGORIES})" if "metric" in self.estimator.get_params(deep=False) else "numbers"
            return InvalidRecords(self.who, "X", must_be, Verbatim(word.removeprefix("np.str_(").removesuffix(")")))
        if "inhomogeneous shape" in said:
            return InvalidRecords(self.who, "X", "rows of one width", Verbatim("rows of several"))
        return error

    def finite(self, rows: Rows) -> Rows:
        """Refuse numbers that the metric cannot handle."""
        strange = np.isinf(rows) if self.allow_missing else ~np.isfinite(rows)
        if strange.any():
            row, feature = np.argwhere(strange)[0]
            value = "NaN" if np.isnan(rows[row, feature]) else "infinity"
            got = Verbatim(f"{value} in row {row}, feature {feature}")
            raise InvalidRecords(self.who, "X", FINITE, got)
        return rows

    def measurable(self, rows: Rows) -> Rows:
        """Refuse numbers whose distances would be infinite."""
        if self.squared and rows.dtype == np.float32 and (np.abs(rows) > LARGEST).any():
            row, feature = np.argwhere(np.abs(rows) > LARGEST)[0]
            got = Verbatim(f"{rows[row, feature]:g} in row {row}, feature {feature}")
            raise InvalidRecords(
                self.who, "X", f"numbers of at most {LARGEST:g} in magnitude, because the model is float32", got
            )
        return rows


def still(estimator: BaseEstimator) -> BaseEstimator:
    """Return an estimator of the same class with the same features, which never changes."""
    still: BaseEstimator = object.__new__(type(estimator))
    for name in ("n_features_in_", "feature_names_in_"):
        if hasattr(estimator, name):
            setattr(still, name, getattr(estimator, name))
    return still


def _fits_single(rows: Rows) -> bool:
    low, high = rows.min(axis=0).astype(np.float64), rows.max(axis=0).astype(np.float64)
    widest = (high - low).max()
    return bool(max(-low.min(), high.max()) <= LARGEST and (widest == 0 or widest >= MIN_RANGE))


class PackedRowReader(RowReader):
    """Reads rows of numbers as bytes, for distances that the core does not know."""

    @property
    def takes_arrays(self) -> bool:
        """Whether an array of the right type is a record as it is."""
        return False

    def learn(self, X: Any) -> Records:
        """Read the training rows."""
        return [row.tobytes() for row in super().learn(X)]

    def many(self, X: Any) -> Records:
        """Read rows of the learned width."""
        return [row.tobytes() for row in super().many(X)]

    def one(self, x: Any) -> Record:
        """Read one row."""
        return bytes(super().one(x))

    def from_bytes(self, records: list[bytes]) -> Records:
        """Return rows that the core kept as bytes."""
        return records

    def unpacker(self) -> Callable[[bytes], Rows]:
        """Return the function that turns bytes back into a row."""
        return partial(np.frombuffer, dtype=self.dtype)
