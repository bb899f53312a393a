"""PosteriorRank: exemplars for Parzen classifiers."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from bestsofar import _core
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.exemplars.bandwidth import Bandwidth, find_bandwidth, squared
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.ranker import Ranker
from bestsofar.exemplars.sample import rank_sample


@storable
class PosteriorRank(Ranker):
    """Ranks exemplars by repeatedly removing the one whose removal leaves the lowest log loss on the training set.

    The loss is that of a Parzen classifier: all objects, removed or not, are classified with the Gaussian kernels of
    those that remain, none with its own kernel. Ties go to the lower index. The first twentieth is that of `MarginRank`
    where that has a lower loss.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all
    bandwidth : the width of the kernels for all objects, or "loo": the one with the least leave-one-out squared error.
        It widens as objects are removed: with n remaining, in proportion to n to the power of -0.2
    sample : how many objects to rank at most, drawn at random with each class in proportion; the others follow in
        random order. None ranks all, in time that grows with the square of their number
    random_state : a seed, for the same sample every time
    metric : as for NeighborsClassifier, whose own metric is used where it orders a classifier
    metric_params : what goes with the metric

    Attributes
    ----------
    bandwidth_ : the one to give to a `ParzenClassifier` of the objects kept. On its own that would find too narrow a
        one: chosen exemplars are purer than objects to come

    Examples
    --------
    >>> from bestsofar import ParzenClassifier, PosteriorRank
    >>> X, y = [[0.0], [1.0], [2.0], [4.0], [5.0], [6.0]], ["a", "a", "a", "b", "b", "b"]
    >>> PosteriorRank(bandwidth=1.0).rank(X, y)
    array([4, 1, 5, 0, 3, 2])
    >>> scheme = PosteriorRank(2, bandwidth=1.0)
    >>> X, y = scheme.fit_resample(X, y)
    >>> ParzenClassifier(bandwidth=scheme.bandwidth_).fit(X, y).predict_proba([[2.0]]).round(2)
    array([[0.93, 0.07]])
    """

    _saved: ClassVar[tuple[str, ...]] = ("bandwidth_",)

    bandwidth_: float

    def __init__(
        self,
        n_exemplars: int | float | None = None,
        *,
        bandwidth: Any = "loo",
        sample: int | None = 20_000,
        random_state: Any = 0,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(n_exemplars, metric=metric, metric_params=metric_params)
        self.bandwidth = bandwidth
        self.sample = sample
        self.random_state = random_state

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        return self._order(space, codes, n_classes, self._find_bandwidth(space, codes, n_classes))

    def rank(self, X: Any, y: Any) -> npt.NDArray[np.intp]:
        """Return the indices of all objects, best first, and set `bandwidth_` for those that are kept.

        Parameters
        ----------
        X : the objects
        y : their labels
        """
        space, codes, n_classes = self._learn(X, y)
        bandwidth = self._find_bandwidth(space, codes, n_classes)
        order = self._order(space, codes, n_classes, bandwidth)
        self.bandwidth_ = bandwidth.at(self._count(len(order)))
        return order.astype(np.intp)

    def _find_bandwidth(self, space: _core.Space, codes: Codes, n_classes: int) -> Bandwidth:
        return find_bandwidth("PosteriorRank", self.bandwidth, squared(space), codes, n_classes)

    def _order(self, space: _core.Space, codes: Codes, n_classes: int, bandwidth: Bandwidth) -> Order:
        def rank(some: _core.Space, codes: Codes) -> Order:
            return _core.posterior_rank(squared(some), codes, n_classes, bandwidth)

        return rank_sample(self, space, codes, rank)
