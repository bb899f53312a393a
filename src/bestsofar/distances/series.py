"""Metrics on series: rows whose features are moments in time, or places along an outline."""

from typing import Any

from sklearn.base import BaseEstimator

from bestsofar._core import Space, dtw_space, rotation_space
from bestsofar.base import Records
from bestsofar.base.flag import checked_flag
from bestsofar.base.floats import float_or_nan
from bestsofar.distances.metric import Metric
from bestsofar.distances.readers import RowReader
from bestsofar.errors import InvalidParameter

DIGITS = 9  # of a share of the length; further ones are noise


class Dtw(Metric):
    """Dynamic time warping: the Euclidean distance under the best alignment within a band.

    Parameters
    ----------
    estimator : the estimator that uses it
    band : how far an alignment may leave the diagonal, as a share of the length (Sakoe and Chiba)
    """

    band: float

    def __init__(self, estimator: BaseEstimator, band: float = 0.1) -> None:
        super().__init__(estimator)
        if not 0 <= float_or_nan(band) <= 1:
            raise InvalidParameter(self.who, "metric_params['band']", "a number from 0 to 1", band)
        self.reader = RowReader(estimator)
        self.band = float(band)

    def space(self, records: Records) -> Space:
        """Make a space of series that were learned."""
        return dtw_space(records, self._reach(len(records[0])))

    def restored_space(self, rows: Any, size: int) -> Space:
        """Make a space of blocks."""
        return dtw_space(rows, size, self._reach(rows.shape[1]))

    def _reach(self, length: int) -> int:
        """Round the band down to whole places; 0.29 of 100 is 29, though slightly less in binary."""
        return int(round(self.band * length, DIGITS))


class Rotation(Metric):
    """The Euclidean distance at the best rotation: the smallest over all circular shifts.

    Parameters
    ----------
    estimator : the estimator that uses it
    mirror : whether a mirror image counts as well
    """

    def __init__(self, estimator: BaseEstimator, *, mirror: bool = False) -> None:
        super().__init__(estimator)
        self.mirror = checked_flag(self.who, "metric_params['mirror']", mirror)
        self.reader = RowReader(estimator)

    def space(self, records: Records) -> Space:
        """Make a space of outlines that were learned."""
        return rotation_space(records, self.mirror)
