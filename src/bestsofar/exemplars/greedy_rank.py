"""GreedyRank: exemplars ordered best first."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bestsofar import _core
from bestsofar.base.floats import float_or_nan
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.incremental import Counts
from bestsofar.exemplars.legacy import LegacyRanker, Spreads
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.sample import check_sample, rank_sample

SHARPNESS = (1, 2, 4, 8, 16, 32)


@storable
class GreedyRank(LegacyRanker):
    """Ranks exemplars greedily: each next one adds most to the class margins of the training set.

    The margin of an object is 1 / (1 + (own / other)^sharpness), where own and other are the distances to the nearest
    chosen exemplar of its class and of any other, squared if the metric is a square root; with `sharpness=None` it is 1
    if own < other, else 0. The ranking starts with the medoid of each class; next comes the exemplar that adds most to
    the sum over all objects. Ties go to the one that brings objects closest to their own class, then to the lower
    index.

    `partial_fit` chooses in this way among what it holds and the batch. Forgotten objects still count, through the
    exemplar nearest to them, at twice their mean distance from it.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all; for `partial_fit` a number
    sharpness : 1, 2, 4, 8, 16, 32, or None for a hard step
    sample : how many objects to rank at most, drawn at random with each class in proportion; the others follow in
        random order. None ranks all, in time that grows with the square of their number
    random_state : a seed, for the same sample every time
    trim : whether to cut the end of the ranking if that improves accuracy on held-out objects
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
    >>> from bestsofar import GreedyRank
    >>> GreedyRank().rank([[0.0], [0.1], [0.3], [5.0], [5.1]], ["a", "a", "a", "b", "b"])
    array([1, 3, 0, 4, 2])
    >>> scheme = GreedyRank(2).partial_fit([[0.0], [0.1], [0.3]], ["a", "a", "a"])
    >>> scheme.partial_fit([[5.0], [5.1]], ["b", "b"]).exemplars_
    [[0.1], [5.0]]
    """

    def __init__(  # noqa: PLR0913
        self,
        n_exemplars: int | float | None = None,
        *,
        sharpness: int | None = 8,
        sample: int | None = 20_000,
        random_state: Any = 0,
        trim: bool = False,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(n_exemplars, metric=metric, metric_params=metric_params)
        self.sharpness = sharpness
        self.sample = sample
        self.random_state = random_state
        self.trim = trim

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        squarings = self._squarings()

        def rank(space: _core.Space, codes: Codes) -> Order:
            return _core.greedy_rank(space, codes, n_classes, squarings)

        return rank_sample(self, space, codes, rank)

    def choose(self, space: _core.Space, codes: Codes, counts: Counts, spreads: Spreads, keep: int) -> Order:
        """Choose the rows that remain, greedily."""
        return np.sort(_core.greedy_rank(space, codes, counts, spreads, self._squarings(), keep)[:keep])

    def _check_parameters(self) -> None:
        self._squarings()
        check_sample(self)

    def _squarings(self) -> int | None:
        if self.sharpness is None:
            return None
        if float_or_nan(self.sharpness) in SHARPNESS:
            return SHARPNESS.index(int(self.sharpness))
        must_be = f"{', '.join(map(str, SHARPNESS))} or None"
        raise InvalidParameter("GreedyRank", "sharpness", must_be, self.sharpness)
