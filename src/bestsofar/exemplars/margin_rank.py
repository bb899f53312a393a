"""MarginRank: the best exemplars at nearly every size, whole or online."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bestsofar import _core
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.legacy import Counts, LegacyRanker, Spreads
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.sample import check_sample, rank_sample


@storable
class MarginRank(LegacyRanker):
    """Exemplars chosen best first while they are few, and worst last when they are many, by the margins they leave.

    An object is worth 1 / (1 + (own / other)^8), as for `GreedyRank`. Where labels can be trusted, a chosen exemplar
    counts as its own nearest: the first tenth is chosen best first, and the rest thinned out, always the one whose loss
    takes least from the sum of worths. Where they cannot, it does not, and all are chosen best first.

    `partial_fit` chooses so when there first is too much, and then thins out what it holds and the batch. Those
    forgotten weigh in through the exemplar that is nearest to them, at twice their mean distance from it.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all; for `partial_fit` a number
    itself : whether an exemplar counts as its own nearest; None: what gets more right when halves of the objects are
        ranked both ways and classify the other half. Once something is forgotten it does
    sample : at most so many objects are ranked, drawn at random from each class alike; the others follow in random
        order. None: all, in time that grows with the square of their number
    random_state : a seed, for the same sample every time
    metric : as for NeighborsClassifier, whose own metric is used where it orders a classifier
    metric_params : what goes with the metric

    Attributes
    ----------
    exemplars_ : what `partial_fit` has kept, the oldest first
    labels_ : their labels
    classes_ : all classes ever seen or announced, sorted
    counts_ : how many of the forgotten each exemplar stands for, a column for each of `classes_`
    spreads_ : the distances between an exemplar and those it stands for, squared where the metric is a root, summed up

    Examples
    --------
    >>> from bestsofar import MarginRank
    >>> MarginRank().rank([[0.0], [1.0], [2.0], [4.0], [5.0], [6.0]], ["a", "a", "a", "b", "b", "b"])
    array([1, 4, 3, 2, 5, 0])
    >>> scheme = MarginRank(2).partial_fit([[0.0], [0.1], [0.3]], ["a", "a", "a"])
    >>> scheme.partial_fit([[5.0], [5.1]], ["b", "b"]).counts_.tolist()
    [[2, 0], [0, 1]]
    """

    def __init__(
        self,
        n_exemplars: int | float | None = None,
        *,
        itself: bool | None = None,
        sample: int | None = 20_000,
        random_state: Any = 0,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(n_exemplars, metric=metric, metric_params=metric_params)
        self.itself = itself
        self.sample = sample
        self.random_state = random_state

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        self._check_parameters()
        itself = None if self.itself is None else bool(self.itself)

        def rank(space: _core.Space, codes: Codes) -> Order:
            return _core.margin_rank(space, codes, n_classes, itself)

        return rank_sample(self, space, codes, rank)

    def choose(self, space: _core.Space, codes: Codes, counts: Counts, spreads: Spreads, keep: int) -> Order:
        """Thin out until so many are left."""
        return _core.thin_out(space, codes, counts, spreads, keep)

    def _check_parameters(self) -> None:
        if not isinstance(self.itself, bool | np.bool_ | None):
            raise InvalidParameter("MarginRank", "itself", "True, False or None", self.itself)
        check_sample(self)
