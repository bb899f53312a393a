"""The anytime nearest neighbour classifier."""

from collections.abc import Mapping
from numbers import Integral
from typing import Any, NamedTuple

import numpy as np
from sklearn.utils.validation import check_consistent_length

from bestsofar._core import NeighborIndex, Space, neighbor_index
from bestsofar.base import AnytimeClassifier
from bestsofar.distances import Metric, make_metric
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars import GreedyRank, Ranker
from bestsofar.exemplars.ranker import Codes, Order, encode_labels
from bestsofar.neighbors.rehearsal import BLANK, Table, rehearse


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

    Attributes
    ----------
    classes_ : the classes, sorted

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

    def __init__(
        self,
        order: Ranker | None = None,
        *,
        n_neighbors: int = 1,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        self.order = order
        self.n_neighbors = n_neighbors
        self.metric = metric
        self.metric_params = metric_params

    def fit(self, X: Any, y: Any) -> "NeighborsClassifier":
        """Learn.

        Parameters
        ----------
        X : the training objects
        y : their labels
        """
        who = type(self).__name__
        k, order = self.n_neighbors, GreedyRank() if self.order is None else self.order
        if not isinstance(k, Integral) or isinstance(k, bool) or k < 1:
            raise InvalidParameter(who, "n_neighbors", "an int >= 1", k)
        if not isinstance(order, Ranker):
            raise InvalidParameter(who, "order", "an exemplar scheme such as GreedyRank() or None", order)
        with self._all_or_nothing():
            metric = make_metric(self, self.metric, self.metric_params)
            records = metric.learn(X)
            classes, codes = encode_labels(y)
            check_consistent_length(records, codes)
            space = metric.space(records)
            n_classes = len(classes)
            identity = f"{metric.identity} {metric.reader.identity} {classes.tolist()}"

            def index(space: Space, codes: Codes, confidence: Table) -> NeighborIndex:
                ranked = order.order(space, codes, n_classes)
                return neighbor_index(space, codes, ranked, n_classes, min(int(k), len(codes)), confidence, identity)

            confidence = rehearse(
                records, codes, lambda rows: index(space.select(rows), codes[rows], BLANK), opening=n_classes
            )
            self._metric = metric
            self._learned(index(space, codes, confidence), metric.reader, classes)
        return self

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
