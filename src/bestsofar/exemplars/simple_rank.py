"""SimpleRank: the order of Ueno et al. (2006)."""

from collections.abc import Mapping
from typing import Any

from bestsofar import _core
from bestsofar.base.choice import checked_choice
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.ranker import Ranker

VOTES = ("all", "decisive")


@storable
class SimpleRank(Ranker):
    """Ranks exemplars by repeatedly removing the one that helps its neighbours least; the last removed ranks first.

    Every training object votes for its nearest remaining neighbour: +1 if that is of its class, -2 / (C - 1) if not,
    where C is the number of classes. The exemplar with the lowest sum is removed. Ties go to the one nearest to a
    remaining exemplar of its class, then to the lower index.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all
    votes : "all" count alike, as in the paper; "decisive" counts what each voter would lose if it had to turn to its
        next nearest neighbour, which is better on most data sets, and worse where labels are noisy
    trim : whether to cut the end of the ranking if that improves accuracy on held-out objects
    metric : as for NeighborsClassifier, whose own metric is used where it orders a classifier
    metric_params : what goes with the metric

    Examples
    --------
    >>> from bestsofar import SimpleRank
    >>> SimpleRank().rank([[0.0], [0.1], [0.3], [5.0], [5.1]], ["a", "a", "a", "b", "b"])
    array([0, 4, 1, 3, 2])
    """

    def __init__(
        self,
        n_exemplars: int | float | None = None,
        *,
        votes: str = "all",
        trim: bool = False,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(n_exemplars, metric=metric, metric_params=metric_params)
        self.votes = votes
        self.trim = trim

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        votes = checked_choice(type(self).__name__, "votes", self.votes, VOTES)
        return _core.simple_rank(space, codes, n_classes, _core.Votes[votes])
