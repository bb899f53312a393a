"""EBEL: exemplars by entropy (Jain and Nikovski, 2008)."""

from typing import Any

import numpy as np
import numpy.typing as npt

from bestsofar import _core
from bestsofar.base.choice import checked_choice
from bestsofar.base.flag import checked_flag
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.exemplars.bandwidth import Bandwidth, checked_bandwidth, positive
from bestsofar.exemplars.incremental import Classes, codes_of_present
from bestsofar.exemplars.kernel_ranker import KernelRanker
from bestsofar.exemplars.order import Order


@storable
class EBEL(KernelRanker):
    """Ranks exemplars by repeatedly removing the one whose class the remaining exemplars predict with least entropy.

    The remaining exemplars predict its class with Gaussian kernels; the smaller the entropy of that posterior, the less
    is lost. Ties go to the one in the densest surroundings, then to the lower index. What stays to the end lies between
    the classes.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all; `partial_fit` wants a number
    bandwidth : the width of the kernels for all objects, or "loo": the one with the least leave-one-out squared error.
        It widens as objects are removed: with n remaining, in proportion to n to the power of -0.2. `partial_fit` finds
        it when it first has to remove objects; a later change is ignored
    alpha : how often the bandwidth is recomputed, with `follow="recompute"`: the larger, the more often
    follow : how the bandwidth follows: "recompute", now and then, or "interpolate", with every object removed
    balanced : whether all classes weigh the same, however many objects they have

    Attributes
    ----------
    exemplars_, labels_ : what `partial_fit` has kept, in order of arrival

    Examples
    --------
    >>> from bestsofar import EBEL
    >>> EBEL(bandwidth=1.0).rank([[0.0], [1.0], [2.0], [4.0], [5.0], [6.0]], ["a", "a", "a", "b", "b", "b"])
    array([4, 3, 2, 1, 5, 0])
    >>> kept = EBEL(2, bandwidth=1.0).partial_fit([[0.0], [2.0], [4.0]], ["a", "a", "b"])
    >>> kept.partial_fit([[3.0], [9.0]], ["c", "c"]).labels_.tolist()
    ['a', 'c']
    """

    def __init__(
        self,
        n_exemplars: int | float | None = None,
        *,
        bandwidth: Any = "loo",
        alpha: float = 2.0,
        follow: str = "recompute",
        balanced: bool = False,
    ) -> None:
        super().__init__(n_exemplars)
        self.bandwidth = bandwidth
        self.alpha = alpha
        self.follow = follow
        self.balanced = balanced

    def order(self, space: _core.Space, codes: Codes, n_classes: int) -> Order:
        """Order the rows of a space, best first."""
        self._check_parameters()
        return self._order(space, codes, n_classes, self._find_bandwidth(space, codes, n_classes))

    def remember(self, space: _core.Space, codes: Codes, classes: Classes, keep: int) -> Order:  # noqa: ARG002
        """Choose the rows that remain; the bandwidth is found when rows first must go, and follows their number."""
        codes, n_classes = codes_of_present(codes)
        bandwidth = self._bandwidth_of_stream(space, codes, n_classes)
        return np.sort(self._order(space, codes, n_classes, bandwidth)[:keep])

    def _check_parameters(self) -> None:
        checked_bandwidth("EBEL", self.bandwidth)
        positive("EBEL", "alpha", self.alpha)
        checked_choice("EBEL", "follow", self.follow, ("recompute", "interpolate"))
        checked_flag("EBEL", "balanced", self.balanced)

    def _order(self, space: _core.Space, codes: Codes, n_classes: int, bandwidth: Bandwidth) -> Order:
        weights = self._class_weights(codes, n_classes)
        if self.follow == "interpolate":
            return _core.following_ebel_rank(space, codes, weights, bandwidth)
        return _core.ebel_rank(space, codes, weights, bandwidth, float(self.alpha))

    def _class_weights(self, codes: Codes, n_classes: int) -> npt.NDArray[np.float64]:
        if not self.balanced:
            return np.ones(n_classes)
        counts = np.bincount(codes, minlength=n_classes)
        return len(codes) / (n_classes * np.maximum(counts, 1))  # a class without rows may have any weight
