"""RandomRank: the baseline for other schemes."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.utils import check_random_state
from sklearn.utils.validation import _num_samples, check_consistent_length, validate_data

from bestsofar._core import Space
from bestsofar.base.labels import Codes, encode_labels
from bestsofar.base.storable import storable
from bestsofar.errors import InvalidRecords, Verbatim
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.ranker import Ranker


@storable
class RandomRank(Ranker):
    """Ranks exemplars at random.

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
        super().__init__(n_exemplars)
        self.random_state = random_state

    def order(self, space: Space, codes: Codes, n_classes: int) -> Order:  # noqa: ARG002
        """Order the rows of a space at random."""
        return self._shuffled(len(space)).astype(np.uint32)

    def rank(self, X: Any, y: Any) -> npt.NDArray[np.intp]:
        """Return the indices of all objects in random order; they may be of any kind.

        Parameters
        ----------
        X : the objects
        y : their labels
        """
        self._check_objects(X)
        _, codes = encode_labels(y, "RandomRank")
        check_consistent_length(X, codes)
        return self._shuffled(len(codes))

    def _check_objects(self, X: Any) -> None:
        if isinstance(X, (str, bytes, AbstractSet, Mapping)):  # sets have no order
            raise InvalidRecords("RandomRank", "X", "a sequence of objects", X)
        if _num_samples(X) == 0:
            raise InvalidRecords("RandomRank", "X", "at least one object", Verbatim("none"))
        validate_data(self, X, skip_check_array=True)

    def _shuffled(self, n: int) -> npt.NDArray[np.intp]:
        shuffled: npt.NDArray[np.intp] = check_random_state(self.random_state).permutation(n).astype(np.intp)
        return shuffled
