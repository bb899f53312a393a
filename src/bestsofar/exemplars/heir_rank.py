"""HeirRank: SimpleRank in fixed memory, where forgotten objects vote through their heirs."""

from typing import ClassVar

from bestsofar import _core
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.exemplars.incremental import Classes, Counts, IncrementalRanker
from bestsofar.exemplars.order import Order


@storable
class HeirRank(IncrementalRanker):
    """SimpleRank in fixed memory: a removed exemplar passes its votes to its nearest remaining neighbour.

    Every remaining object votes for its nearest remaining neighbour, and every forgotten one for its heir: +1 if that
    is of its class, -2 / (C - 1) if not, where C is the number of classes. The exemplar with the lowest sum is
    removed. Ties go to the one nearest to a remaining exemplar of its class, then to the lower index.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all; for `partial_fit` a number
    metric : as for NeighborsClassifier, whose own metric is used where it orders a classifier
    metric_params : what goes with the metric

    Attributes
    ----------
    exemplars_ : what `partial_fit` has kept, the oldest first
    labels_ : their labels
    classes_ : all classes ever seen or announced, sorted
    counts_ : how many forgotten objects each exemplar stands for, a column for each of `classes_`

    Examples
    --------
    >>> from bestsofar import HeirRank
    >>> scheme = HeirRank(2).partial_fit([[0.0], [0.1], [0.3]], ["a", "a", "a"])
    >>> scheme.partial_fit([[5.0], [5.1]], ["b", "b"]).exemplars_
    [[0.1], [5.1]]
    >>> scheme.counts_.tolist()
    [[2, 0], [0, 1]]
    """

    _saved: ClassVar[tuple[str, ...]] = ("counts_",)

    counts_: Counts

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        return _core.heir_rank(space, codes, n_classes)

    def remember(self, space: _core.Space, codes: Codes, classes: Classes, keep: int) -> Order:
        """Choose the rows that remain, and pass on the votes of the others."""
        rows, self.counts_ = _core.heirs(space, codes, self._counts_of(len(space), classes), keep)
        return rows

    def _note_all(self, n: int, classes: Classes) -> None:
        self.counts_ = self._counts_of(n, classes)
