"""The DROP family of Wilson and Martinez (2000)."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from bestsofar import _core
from bestsofar.base.integers import checked_int
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.distances.foreign import Measure
from bestsofar.exemplars.incremental import Classes, IncrementalRanker, codes_of_present
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.ranker import Ranker


class _Drop(Ranker):
    """What DROP1 to DROP5 share: everything but the number by which the core knows them."""

    _saved: ClassVar[tuple[str, ...]] = ("n_survivors_",)

    n_survivors_: int
    _number: ClassVar[int]

    def __init__(
        self,
        n_exemplars: int | float | None = None,
        *,
        n_neighbors: int = 3,
        metric: str | Measure = "euclidean",
        metric_params: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(n_exemplars, metric=metric, metric_params=metric_params)
        self.n_neighbors = n_neighbors

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        return self._drop(space, codes, n_classes)[0]

    def rank(self, X: Any, y: Any) -> npt.NDArray[np.intp]:
        """Return the indices of all objects, best first, and set `n_survivors_`.

        Parameters
        ----------
        X : the objects
        y : their labels
        """
        order, self.n_survivors_ = self._drop(*self._learn(X, y))
        return order.astype(np.intp)

    def _drop(self, space: _core.Space, codes: Codes, n_classes: int) -> tuple[Order, int]:
        return _core.drop_rank(space, codes, n_classes, min(self._voters(), len(space)), self._number)

    def _voters(self) -> int:
        return checked_int(type(self).__name__, "n_neighbors", self.n_neighbors)

    def _count(self, available: int) -> int:
        return self.n_survivors_ if self.n_exemplars is None else super()._count(available)


@storable
class Drop1(_Drop, IncrementalRanker):
    """Removes every object whose absence does not make its neighbours' classification worse.

    An object's associates are those that have it among their `n_neighbors` nearest. It is removed if at least as many
    of them are classified correctly without it. Objects are tried in the order given, and removed ones no longer count
    as associates. The survivors rank first, ordered by SimpleRank; then come the others, the last removed first.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or, if None, those that survive; `partial_fit` wants
        a number
    n_neighbors : how many vote; fewer where there are no more
    metric : as for NeighborsClassifier, whose own metric is used where it orders a classifier
    metric_params : what goes with the metric

    Attributes
    ----------
    n_survivors_ : how many survived when `rank` or `fit_resample` was last called
    exemplars_, labels_ : what `partial_fit` has kept, in order of arrival

    Examples
    --------
    >>> from bestsofar import Drop1
    >>> X, y = [[0], [1], [2], [3], [4], [6], [7], [8], [9]], list("aabaabbbb")
    >>> Drop1(n_neighbors=1).fit_resample(X, y)
    ([[1], [9], [8], [0], [3]], ['a', 'b', 'b', 'a', 'a'])
    >>> Drop1(3, n_neighbors=1).partial_fit(X[:5], y[:5]).partial_fit(X[5:], y[5:]).exemplars_
    [[7], [8], [9]]
    """

    _number = 1

    def remember(self, space: _core.Space, codes: Codes, classes: Classes, keep: int) -> Order:  # noqa: ARG002
        """Choose the rows that remain: those that rank first among the kept and the new ones together."""
        return np.sort(self.order(space, *codes_of_present(codes))[:keep])

    def _check_parameters(self) -> None:
        self._voters()


@storable
class Drop2(_Drop):
    """Like Drop1, but removed objects still count as associates, and those far from other classes are tried first.

    Objects are tried in order of their distance to the nearest of another class, the farthest first. Parameters are
    those of Drop1.

    Examples
    --------
    >>> from bestsofar import Drop2
    >>> X, y = [[0], [1], [2], [3], [4], [6], [7], [8], [9]], list("aabaabbbb")
    >>> Drop2(n_neighbors=1).fit_resample(X, y)
    ([[1], [7], [6], [0], [3]], ['a', 'b', 'b', 'a', 'a'])
    """

    _number = 2


@storable
class Drop3(_Drop):
    """Like Drop2, after a noise filter.

    The filter removes all objects that their `n_neighbors` nearest classify wrongly; these no longer count as
    associates. Parameters are those of Drop1.

    Examples
    --------
    >>> from bestsofar import Drop3
    >>> X, y = [[0], [1], [2], [3], [4], [6], [7], [8], [9]], list("aabaabbbb")
    >>> Drop3(n_neighbors=1).fit_resample(X, y)
    ([[7], [4], [6]], ['b', 'a', 'b'])
    """

    _number = 3


@storable
class Drop4(_Drop):
    """Like Drop3, with a more careful filter.

    An object that its nearest classify wrongly is removed only if that does not make its associates' classification
    worse. Parameters are those of Drop1.

    Examples
    --------
    >>> from bestsofar import Drop4
    >>> X, y = [[0], [1], [2], [3], [4], [6], [7], [8], [9]], list("aabaabbbb")
    >>> Drop4(n_neighbors=1).fit_resample(X, y)
    ([[7], [4], [6], [3]], ['b', 'a', 'b', 'a'])
    """

    _number = 4


@storable
class Drop5(_Drop):
    """Like Drop2, but objects near other classes are tried first, which smooths the border.

    Then all are tried again as in Drop2, until none is removed. Parameters are those of Drop1.

    Examples
    --------
    >>> from bestsofar import Drop5
    >>> X, y = [[0], [1], [2], [3], [4], [6], [7], [8], [9]], list("aabaabbbb")
    >>> Drop5(n_neighbors=1).fit_resample(X, y)
    ([[9], [1], [3], [8]], ['b', 'a', 'a', 'b'])
    """

    _number = 5
