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
    """Exemplars ordered worst first: the one that helps its neighbours least goes to the end, again and again.

    Every training object votes for its nearest remaining neighbour: +1 if that is of its class, -2 / (C - 1) if not.
    Among equals the one goes that is nearest to a remaining one of its class, then the one of lower index.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all
    votes : "all" count alike, as in the paper; "decisive" ones count what their voters would lose if they had to go to
        their next nearest neighbour, which is better on most sets, and worse where labels are noisy
    trim : whether to leave the last exemplars out where others, held back for it, are better labelled without them
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
