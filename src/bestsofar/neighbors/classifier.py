"""The anytime nearest neighbour classifier."""

from collections.abc import Mapping
from typing import Any

from bestsofar._core import NeighborIndex, Space, neighbor_index
from bestsofar.base.integers import checked_int
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.exemplars import IncrementalRanker, Ranker
from bestsofar.exemplars.classifier import ExemplarClassifier, IndexParts
from bestsofar.exemplars.saved_index import SavedIndex


@storable
class NeighborsClassifier(ExemplarClassifier):
    """Nearest neighbours that can be stopped at any time (Ueno et al. 2006).

    A query reads the training objects in a fixed order, the most informative first, and knows the nearest so far at any
    moment. It reads one of every class before it can be interrupted; run to the end, it is exactly the k nearest
    neighbour classifier. Tied votes go to the class of the nearest among them.

    Parameters
    ----------
    order : the exemplar scheme that orders the training objects; None is `GreedyRank()`
    n_neighbors : how many of the nearest vote
    metric : "euclidean", "manhattan", "minkowski", "hamming", "cosine", "mixed", "dtw", "rotation", "edit",
        "compression", or a symmetric function of two objects
    metric_params : what goes with the metric: `p` (minkowski), `categorical` (mixed), `band` (dtw), `mirror`
        (rotation), `compressor` (compression), or what the function takes
    capacity : how many exemplars the model may hold; None is all objects of a `fit`. With a capacity there is
        `partial_fit`
    forget : the incremental exemplar scheme that chooses them; None is `MarginRank()`

    Attributes
    ----------
    classes_ : the classes, sorted; with a capacity, all ever seen or announced
    exemplars_, labels_ : with a capacity, what is held, the oldest first; `Answer.neighbors` are places in it

    Examples
    --------
    >>> from bestsofar import NeighborsClassifier
    >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])
    >>> model.predict([[0.4], [4.0]]).tolist()
    ['low', 'high']
    >>> model.begin([0.9]).refine(seconds=0.001).answer.neighbors
    array([1])
    """

    def __init__(
        self,
        order: Ranker | None = None,
        *,
        n_neighbors: int = 1,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
        capacity: int | None = None,
        forget: IncrementalRanker | None = None,
    ) -> None:
        self.order = order
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.metric_params = metric_params
        self.capacity = capacity
        self.forget = forget

    def _check_parameters(self) -> None:
        checked_int(type(self).__name__, "n_neighbors", self.n_neighbors)
        super()._check_parameters()

    def _find_setting(self, space: Space, codes: Codes, n_classes: int, *, renew: bool) -> int:  # noqa: ARG002
        return int(self.n_neighbors)

    def _index(self, parts: IndexParts | SavedIndex, setting: int) -> NeighborIndex:
        arguments: Any = (*parts, min(setting, len(parts.order)))
        return neighbor_index(*arguments)

    def _setting_of(self, index: NeighborIndex) -> int:
        return index.n_neighbors
