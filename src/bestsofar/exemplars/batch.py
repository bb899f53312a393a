"""A batch of a stream, of which a model with a capacity keeps a part."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.utils import _safe_indexing, check_random_state

from bestsofar._core import OrderedExemplars
from bestsofar.base.folds import ENOUGH, SEED
from bestsofar.base.labels import places
from bestsofar.base.traces import HeldOutTraces, trace
from bestsofar.distances import Metric
from bestsofar.errors import InvalidRecords


class Batch(NamedTuple):
    """New objects, and the places of those that were not kept."""

    X: Any
    y: npt.NDArray[Any]
    forgotten: npt.NDArray[np.intp]

    def trace_forgotten(
        self, index: OrderedExemplars, metric: Metric, classes: npt.NDArray[Any], steps: npt.NDArray[np.int64]
    ) -> HeldOutTraces:
        """Trace queries for some of the objects that were not kept.

        Parameters
        ----------
        index : of those that were
        metric : of the index
        classes : of the index
        steps : at which numbers of steps
        """
        rows = check_random_state(SEED).permutation(self.forgotten)[:ENOUGH]
        try:
            records = metric.reader.many(_safe_indexing(self.X, rows))
        except InvalidRecords:  # of a kind that none of those kept is of
            return HeldOutTraces.blank(0)._replace(length=int(steps[-1]), steps=steps)
        return trace(index, records, places(classes, self.y[rows]), steps)
