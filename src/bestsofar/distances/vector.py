"""Metrics that are sums over the features of a row."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator

from bestsofar._core import Space, VectorMetric, vector_space
from bestsofar.base import Records
from bestsofar.base.floats import float_or_nan
from bestsofar.base.storable import Parts
from bestsofar.distances.metric import Metric
from bestsofar.distances.readers import RowReader, TableReader
from bestsofar.errors import InvalidParameter

# At this scale, all but vanishingly small differences exceed 1, where they are clipped.
ANY_DIFFERENCE = 1e38

LARGEST_POWER = 64


class _Summed(Metric):
    kind: ClassVar[VectorMetric]
    power: float = 0.0
    scale: Sequence[float] = ()

    def __init__(self, estimator: BaseEstimator) -> None:
        super().__init__(estimator)
        self.reader = RowReader(estimator)

    def space(self, records: Records) -> Space:
        """Make a space of records that were learned."""
        return vector_space(records, self.kind, self.power, list(self.scale))

    def restored_space(self, rows: Any, size: int) -> Space:
        """Make a space of blocks."""
        width: int = self.estimator.n_features_in_
        return vector_space(rows, size, width, self.kind, self.power, list(self.scale))


class Euclidean(_Summed):
    """The square root of the sum of squared differences."""

    kind = VectorMetric.euclidean


class Manhattan(_Summed):
    """The sum of absolute differences."""

    kind = VectorMetric.manhattan


class Minkowski(_Summed):
    """The p-th root of the sum of p-th powers of absolute differences.

    Parameters
    ----------
    estimator : the estimator that uses it
    p : from 1 to 64; rows become float64, where powers of small differences do not vanish
    """

    kind = VectorMetric.minkowski

    def __init__(self, estimator: BaseEstimator, p: float = 2) -> None:
        super().__init__(estimator)
        if not 1 <= float_or_nan(p) <= LARGEST_POWER:
            raise InvalidParameter(self.who, "metric_params['p']", f"a number from 1 to {LARGEST_POWER}", p)
        self.power = float(p)
        self.reader = RowReader(estimator, dtypes=(np.float64,))


class Cosine(_Summed):
    """One minus the cosine of the angle; a row of zeros counts as a direction of its own."""

    kind = VectorMetric.cosine

    def __init__(self, estimator: BaseEstimator) -> None:
        super().__init__(estimator)
        self.reader = RowReader(estimator, squared=False)


class Hamming(_Summed):
    """The share of features that differ; features may be numbers or categories."""

    kind = VectorMetric.hamming

    def __init__(self, estimator: BaseEstimator) -> None:
        super().__init__(estimator)
        self.reader = TableReader(estimator)


class Mixed(_Summed):
    """The square root of the sum, over the features, of squared differences between 0 and 1.

    Two numbers differ by their gap as a share of the range seen in training, at most by 1; two categories by 0 or 1. A
    missing value counts as a value of its own, which differs by 0 from itself and by 1 from everything else.

    Parameters
    ----------
    estimator : the estimator that uses it
    categorical : a mask, or the indices, of features that hold categories although they look like numbers
    """

    kind = VectorMetric.mixed
    reader: TableReader

    def __init__(self, estimator: BaseEstimator, categorical: Any = ()) -> None:
        super().__init__(estimator)
        self.reader = TableReader(estimator, allow_missing=True)
        self.categorical = np.asarray(categorical, dtype=None if np.size(categorical) else np.intp)

    def learn(self, X: Any) -> Records:
        """Check and convert the training rows, and learn the range of each number."""
        rows = super().learn(X)
        known, halves = ~np.isnan(rows), rows.astype(np.float64) / 2  # halves, because a range may overflow
        low = np.min(halves, axis=0, where=known, initial=np.inf)
        high = np.max(halves, axis=0, where=known, initial=-np.inf)
        # A feature that never varies, or was never seen, does not count.
        scale = np.divide(0.5, high - low, out=np.zeros(len(low)), where=high - low > 0.5 / np.finfo(rows.dtype).max)
        scale[list(self.reader.categories)] = ANY_DIFFERENCE
        try:
            scale[self.categorical] = ANY_DIFFERENCE
        except IndexError:
            must_be = f"a mask or indices of {len(scale)} features"
            got = self.categorical.tolist()
            raise InvalidParameter(self.who, "metric_params['categorical']", must_be, got) from None
        self.scale = scale.tolist()
        return rows

    def parts(self) -> Parts:
        """Return what was learned, ranges included."""
        return super().parts() | {"scale": list(self.scale)}

    def restore(self, parts: Parts) -> None:
        """Restore what was learned."""
        super().restore(parts)
        self.scale = parts["scale"]
