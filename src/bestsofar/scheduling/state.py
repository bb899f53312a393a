"""What a score may look at."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class State(NamedTuple):
    """What a score may look at.

    Parameters
    ----------
    steps : how many units of work were done
    margin : how clearly the best class leads, from 0 to 1
    distance : how far the nearest exemplar so far is; 1 - margin where the model has no distances
    confidence : the probability that the present label is the one the query would end with
    """

    steps: int
    margin: float
    distance: float
    confidence: float


Score: TypeAlias = Callable[[State], float]
