"""The order of Jain and Nikovski (2008)."""

from typing import Any

from bestsofar import _core
from bestsofar.exemplars.bandwidth import find_bandwidth, positive
from bestsofar.exemplars.ranker import Codes, Order, Ranker


class EBEL(Ranker):
    """Exemplars ordered worst first: again and again the one goes whose class the others are surest of.

    The others that remain estimate its class with Gaussian kernels; the smaller the entropy of that posterior, the less
    is lost. Among equals the one goes that has most of them around it, then the one of lower index. What stays to the
    end lies between the classes.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all
    bandwidth : the width of the kernels for all objects, or "loo": the one with the least leave-one-out squared error.
        For n objects that remain it is wider, as n to the power of -0.2
    alpha : how often the bandwidth follows: the larger, the more often

    Examples
    --------
    >>> from bestsofar import EBEL
    >>> EBEL(bandwidth=1.0).rank([[0.0], [1.0], [2.0], [4.0], [5.0], [6.0]], ["a", "a", "a", "b", "b", "b"])
    array([4, 3, 2, 1, 5, 0])
    """

    def __init__(self, n_exemplars: int | float | None = None, *, bandwidth: Any = "loo", alpha: float = 2.0) -> None:
        self.n_exemplars = n_exemplars
        self.bandwidth = bandwidth
        self.alpha = alpha

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        who = type(self).__name__
        alpha = positive(who, "alpha", self.alpha)
        bandwidth = find_bandwidth(who, self.bandwidth, space, codes, n_classes)
        return _core.ebel_rank(space, codes, n_classes, bandwidth, alpha)
