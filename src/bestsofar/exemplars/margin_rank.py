"""MarginRank: the best exemplars at nearly every size, whole or online."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bestsofar import _core
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.incremental import Counts
from bestsofar.exemplars.legacy import LegacyRanker, Spreads
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.sample import check_sample, rank_sample


@storable
class MarginRank(LegacyRanker):
    """Selects the first exemplars greedily, and ranks the rest by backward elimination.

    The margin of an object is 1 / (1 + (own / other)^8), as for `GreedyRank`. Where labels can be trusted, a chosen
    exemplar counts as its own nearest: the first tenth is chosen greedily, and from the rest the one whose loss takes
    least from the sum of margins is removed, again and again. Where labels cannot be trusted, it does not count so, and
    all exemplars are chosen greedily.

    `partial_fit` chooses in this way when it first has to forget, and from then on eliminates from what it holds and
    the batch. Forgotten objects still count, through the exemplar nearest to them, at twice their mean distance from
    it.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all; for `partial_fit` a number
    itself : whether an exemplar counts as its own nearest. None tries both: each half of the objects is ranked both
        ways and classifies the other half. Once something has been forgotten, it always counts
    sample : how many objects to rank at most, drawn at random with each class in proportion; the others follow in
        random order. None ranks all, in time that grows with the square of their number
    random_state : a seed, for the same sample every time
    metric : as for NeighborsClassifier, whose own metric is used where it orders a classifier
    metric_params : what goes with the metric

    Attributes
    ----------
    exemplars_ : what `partial_fit` has kept, the oldest first
    labels_ : their labels
    classes_ : all classes ever seen or announced, sorted
    counts_ : how many forgotten objects each exemplar stands for, a column for each of `classes_`
    spreads_ : the sum of the distances between an exemplar and those it stands for, squared if the metric is a root

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
        """Choose the rows that remain, by backward elimination."""
        return _core.thin_out(space, codes, counts, spreads, keep)

    def _check_parameters(self) -> None:
        if not isinstance(self.itself, bool | np.bool_ | None):
            raise InvalidParameter("MarginRank", "itself", "True, False or None", self.itself)
        check_sample(self)
