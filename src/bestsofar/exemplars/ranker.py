"""What all exemplar schemes do once they have an order."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import check_consistent_length

from bestsofar._core import Space
from bestsofar.base.flag import checked_flag
from bestsofar.base.integers import is_int
from bestsofar.base.labels import Codes, encode_labels
from bestsofar.base.storable import Storable
from bestsofar.distances import make_metric
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.trim import trimmed


class Ranker(ABC, Storable):
    """Ranks a training set, best exemplars first, and keeps as many as asked for.

    A subclass says how to order the rows of a space; it may have other parameters, `n_exemplars` among them.
    """

    _saved: ClassVar[tuple[str, ...]] = ("sample_indices_",)

    n_exemplars: int | float | None
    metric: str | Measure = "euclidean"
    metric_params: Mapping[str, Any] | None = None
    trim: bool = False
    sample_indices_: npt.NDArray[np.intp]

    def __init__(
        self,
        n_exemplars: int | float | None = None,
        *,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        self.n_exemplars = n_exemplars
        self.metric = metric
        self.metric_params = metric_params

    @abstractmethod
    def order(self, space: Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first.

        Parameters
        ----------
        space : the rows, with the distance between them
        codes : the class of each row, from 0 to n_classes - 1
        n_classes : how many classes there are
        """

    def chosen(self, space: Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space; with `trim`, cut the end if that improves accuracy on held-out rows."""
        trim = checked_flag(type(self).__name__, "trim", self.trim)
        return trimmed(self.order, space, codes, n_classes) if trim else self.order(space, codes, n_classes)

    def rank(self, X: Any, y: Any) -> npt.NDArray[np.intp]:
        """Return the indices of the objects, best first: of all, unless `trim` cuts the end.

        Parameters
        ----------
        X : the objects
        y : their labels
        """
        return self.chosen(*self._learn(X, y)).astype(np.intp)

    def fit_resample(self, X: Any, y: Any) -> tuple[Any, Any]:
        """Return the best `n_exemplars` objects and their labels, best first, and set `sample_indices_`.

        Parameters
        ----------
        X : the objects; those kept are returned in a container of the same kind
        y : their labels
        """
        order = self.rank(X, y)
        self.sample_indices_ = order[: self._count(len(order))]
        return _safe_indexing(X, self.sample_indices_), _safe_indexing(y, self.sample_indices_)

    def _learn(self, X: Any, y: Any) -> tuple[Space, Codes, int]:
        """Check the objects, and turn them into what `order` takes."""
        metric = make_metric(self, self.metric, self.metric_params)
        records = metric.learn(X)
        classes, codes = encode_labels(y, type(self).__name__)
        check_consistent_length(records, codes)
        return metric.space(records), codes, len(classes)

    def _count(self, available: int) -> int:
        wanted = self.n_exemplars
        if wanted is None:
            return available
        if is_int(wanted):
            return min(int(wanted), available)
        if isinstance(wanted, Real) and not isinstance(wanted, Integral) and 0 < wanted <= 1:
            return max(1, round(float(wanted) * available))
        must_be = "an int >= 1, a share above 0 and up to 1.0, or None"
        raise InvalidParameter(type(self).__name__, "n_exemplars", must_be, wanted)
