"""The anytime nearest neighbour classifier."""

from collections.abc import Mapping
from copy import copy
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from sklearn.base import clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_consistent_length

from bestsofar._core import NeighborIndex, Space, neighbor_index
from bestsofar.base import AnytimeClassifier
from bestsofar.base.gain import gain_of
from bestsofar.base.labels import Codes, encode_labels
from bestsofar.base.rehearsal import BLANK, Table, confidence_of, replay
from bestsofar.distances import Metric, make_metric
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars import GreedyRank, HeirRank, IncrementalRanker, Ranker
from bestsofar.exemplars.ranker import Order


def _is_count(value: object) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and int(value) >= 1


def _has_capacity(model: "NeighborsClassifier") -> bool:
    if model.capacity is None:
        raise AttributeError("NeighborsClassifier.partial_fit: 'capacity' must be an int >= 1, got None.")
    return True


class NeighborsClassifier(AnytimeClassifier):
    """Nearest neighbours that can be stopped at any time (Ueno et al. 2006).

    A query reads the training objects in a fixed order, the most telling first, and knows at every moment the nearest
    so far. It reads one of every class before it can be interrupted; run to the end it is exactly the k nearest
    neighbour classifier. A tie of votes goes to the nearest among the tied.

    Parameters
    ----------
    order : the exemplar scheme that orders the training objects; None is `GreedyRank()`
    n_neighbors : how many of the nearest vote
    metric : "euclidean", "manhattan", "minkowski", "hamming", "cosine", "mixed", "dtw", "rotation", "edit",
        "compression", or a symmetric function of two objects
    metric_params : what goes with the metric: `p` (minkowski), `categorical` (mixed), `band` (dtw), `mirror`
        (rotation), `compressor` (compression), or what the function takes
    capacity : how many exemplars the model may hold; None is all of a `fit`. With a capacity there is `partial_fit`
    forget : the incremental exemplar scheme that chooses them; None is `HeirRank()`

    Attributes
    ----------
    classes_ : the classes, sorted; with a capacity all that were ever seen or announced
    exemplars_, labels_ : with a capacity, what is held, the oldest first; `Answer.neighbors` are places in it

    Examples
    --------
    >>> from bestsofar import NeighborsClassifier
    >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])
    >>> model.predict([[0.4], [4.0]]).tolist()
    ['low', 'high']
    >>> model.begin([0.9]).refine(seconds=0.001).answer.neighbors
    array([1], dtype=uint32)
    """

    _metric: Metric
    _memory: IncrementalRanker
    exemplars_: Any
    labels_: Any

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

    def fit(self, X: Any, y: Any) -> "NeighborsClassifier":
        """Learn, and forget what was learned before.

        Parameters
        ----------
        X : the training objects
        y : their labels
        """
        self._check_parameters()
        with self._all_or_nothing():
            for name in ("_memory", "exemplars_", "labels_"):
                self.__dict__.pop(name, None)
            if self.capacity is None:
                self._learn(X, y)
            else:
                make_metric(self, self.metric, self.metric_params).learn(X)  # it speaks for the model, not the scheme
                self._remember(X, y)
        return self

    @available_if(_has_capacity)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> "NeighborsClassifier":
        """Learn a batch, and forget exemplars above the capacity; queries under way go on with those of their time.

        Parameters
        ----------
        X : new objects; there may be none
        y : their labels
        classes : some that are yet to come, if they are known; others may come as well
        """
        self._check_parameters()
        with self._all_or_nothing():
            if hasattr(self, "labels_") and len(self.labels_):
                self._metric.reader.many(X)
            self._remember(X, y, classes)
        return self

    @property
    def nbytes(self) -> int:
        """How many bytes the model holds."""
        return super().nbytes + (self._memory.nbytes if hasattr(self, "_memory") else 0)

    def _check_parameters(self) -> None:
        who = type(self).__name__
        if not _is_count(self.n_neighbors):
            raise InvalidParameter(who, "n_neighbors", "an int >= 1", self.n_neighbors)
        if not isinstance(self.order, Ranker | None):
            raise InvalidParameter(who, "order", "an exemplar scheme such as GreedyRank() or None", self.order)
        if self.capacity is not None and not _is_count(self.capacity):
            raise InvalidParameter(who, "capacity", "an int >= 1 or None", self.capacity)
        if not isinstance(self.forget, IncrementalRanker | None):
            raise InvalidParameter(who, "forget", "an exemplar scheme such as HeirRank() or None", self.forget)

    def _remember(self, X: Any, y: Any, classes: Any = None) -> None:
        """Let the scheme choose among the exemplars and the new objects, and learn those that remain."""
        memory = copy(self._memory) if hasattr(self, "_memory") else clone(self.forget or HeirRank())
        memory.n_exemplars, memory.metric, memory.metric_params = self.capacity, self.metric, self.metric_params
        self._memory = memory.partial_fit(X, y, classes)
        self.exemplars_, self.labels_ = memory.exemplars_, memory.labels_
        if len(memory.labels_):
            self._learn(memory.exemplars_, memory.labels_, memory.classes_)

    def _learn(self, X: Any, y: Any, known: Any = None) -> None:
        metric = make_metric(self, self.metric, self.metric_params)
        records = metric.learn(X)
        present, codes = encode_labels(y)
        check_consistent_length(records, codes)
        classes = present if known is None else known
        codes = np.searchsorted(classes, present).astype(np.uint32)[codes]
        space = metric.space(records)
        n_classes, k = len(classes), int(self.n_neighbors)
        order = GreedyRank() if self.order is None else self.order
        identity = f"{metric.identity} {metric.reader.identity} {classes.tolist()}"

        def index(space: Space, codes: Codes, confidence: Table) -> NeighborIndex:
            ranked = order.order(space, codes, n_classes)
            return neighbor_index(space, codes, ranked, n_classes, min(k, len(codes)), confidence, identity)

        def some(rows: Order) -> NeighborIndex:
            return index(space.select(rows), codes[rows], BLANK)

        seen = replay(records, codes, some, opening=len(present))
        self._metric = metric
        self._learned(index(space, codes, confidence_of(seen)), metric.reader, classes, gain_of(seen))

    def __getstate__(self) -> dict[str, Any]:
        """Keep, for pickle, what the native index is made of."""
        state = dict(super().__getstate__())
        if "_fitted" in state:
            state["_fitted"] = self._fitted._replace(model=_Parts.of(self._fitted.model))
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make the index again."""
        super().__setstate__(state)
        if "_fitted" in state:
            model = self._fitted.model.joined(self._metric, len(self._fitted.classes))
            self._fitted = self._fitted._replace(model=model)


class _Parts(NamedTuple):
    """What a NeighborIndex is made of, all by training row."""

    records: list[bytes]
    codes: Codes
    order: Order
    n_neighbors: int
    confidence: Table
    identity: str

    @classmethod
    def of(cls, index: NeighborIndex) -> "_Parts":
        places = np.argsort(index.order)
        records = [index.record(place) for place in places.tolist()]
        return cls(records, index.labels[places], index.order, index.n_neighbors, index.confidence, index.identity)

    def joined(self, metric: Metric, n_classes: int) -> NeighborIndex:
        space = metric.space(metric.reader.restore(self.records))
        return neighbor_index(
            space, self.codes, self.order, n_classes, self.n_neighbors, self.confidence, self.identity
        )
