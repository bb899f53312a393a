"""The anytime Parzen classifier."""

from collections.abc import Mapping
from typing import Any, ClassVar

from bestsofar._core import ParzenIndex, Space, parzen_index
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.exemplars import IncrementalRanker, Ranker
from bestsofar.exemplars.bandwidth import Bandwidth, find_bandwidth, squared
from bestsofar.exemplars.classifier import ExemplarClassifier, IndexParts
from bestsofar.exemplars.saved_index import SavedIndex


@storable
class ParzenClassifier(ExemplarClassifier):
    """Gaussian kernels around training objects, read until the query is stopped (Jain and Nikovski 2008).

    A query reads the training objects in a fixed order, the most informative first, and adds the kernel of each to the
    sum of its class: the shares of the classes in the total are their probabilities. It reads one of every class before
    it can be interrupted; run to the end, it is exactly the Parzen classifier. Where no kernel reaches, all classes are
    equally probable; ties go to the class of the nearest object.

    Parameters
    ----------
    order : the exemplar scheme that orders the training objects; None is `GreedyRank()`
    bandwidth : the width of the kernels, a distance; or "loo": the one with the least leave-one-out squared error
    metric, metric_params : the distance, as for `NeighborsClassifier`
    capacity : how many exemplars the model may hold; None is all objects of a `fit`. With a capacity there is
        `partial_fit`
    forget : the incremental exemplar scheme that chooses them; None is the one of `NeighborsClassifier`. A change
        between two calls of `partial_fit` is ignored

    Attributes
    ----------
    classes_ : the classes, sorted; with a capacity, all ever seen or announced
    exemplars_, labels_ : with a capacity, what is held, the oldest first; `Answer.neighbors`, the five with the largest
        kernels, are places in it

    Examples
    --------
    >>> from bestsofar import ParzenClassifier
    >>> model = ParzenClassifier(bandwidth=1.0).fit([[0.0], [1.0], [3.0]], ["low", "low", "high"])
    >>> model.predict([[0.4], [2.8]]).tolist()
    ['low', 'high']
    >>> model.predict_proba([[2.0]])
    array([[0.44, 0.56]])
    """

    _saved: ClassVar[tuple[str, ...]] = ("_bandwidth",)

    _bandwidth: Bandwidth

    def __init__(
        self,
        order: Ranker | None = None,
        *,
        bandwidth: Any = "loo",
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
        capacity: int | None = None,
        forget: IncrementalRanker | None = None,
    ) -> None:
        self.order = order
        self.bandwidth = bandwidth
        self.metric = metric
        self.metric_params = metric_params
        self.capacity = capacity
        self.forget = forget

    def _find_setting(self, space: Space, codes: Codes, n_classes: int, *, renew: bool) -> Bandwidth:
        searched = isinstance(self.bandwidth, str) and self.bandwidth == "loo"
        if searched and not renew and hasattr(self, "_bandwidth"):
            return self._bandwidth
        self.__dict__.pop("_bandwidth", None)  # found for other exemplars, or no longer wanted
        found = find_bandwidth(type(self).__name__, self.bandwidth, squared(space), codes, n_classes)
        if searched:
            self._bandwidth = found
        return found

    def _index(self, parts: IndexParts | SavedIndex, setting: Bandwidth) -> ParzenIndex:
        arguments: Any = (*parts._replace(space=squared(parts.space)), *setting)
        return parzen_index(*arguments)

    def _setting_of(self, index: ParzenIndex) -> Bandwidth:
        return Bandwidth(*index.bandwidth)
