"""RandomRank: the order to compare others with."""

from typing import Any

import numpy as np
from sklearn.utils import check_random_state

from bestsofar._core import Space
from bestsofar.base.labels import Codes
from bestsofar.base.storable import storable
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.ranker import Ranker


@storable
class RandomRank(Ranker):
    """Exemplars in random order.

    Parameters
    ----------
    n_exemplars : how many `fit_resample` keeps: a number, a share, or all
    random_state : a seed, for the same order every time

    Examples
    --------
    >>> from bestsofar import RandomRank
    >>> RandomRank(random_state=0).rank([[1.0], [2.0], [3.0]], ["a", "b", "a"])
    array([2, 1, 0])
    """

    def __init__(self, n_exemplars: int | float | None = None, *, random_state: Any = None) -> None:
        self.n_exemplars = n_exemplars
        self.random_state = random_state

    def order(self, space: Space, codes: Codes, n_classes: int) -> Order:  # noqa: ARG002
        """Order the rows of a space at random."""
        shuffled: Order = check_random_state(self.random_state).permutation(len(space)).astype(np.uint32)
        return shuffled
