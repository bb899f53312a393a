"""Ranking a sample where all would take too long."""

from collections.abc import Callable
from numbers import Integral
from typing import Any, Protocol

import numpy as np
from sklearn.utils import check_random_state

from bestsofar._core import Space
from bestsofar.base.labels import Codes
from bestsofar.errors import InvalidParameter
from bestsofar.exemplars.ranker import Order


class Sampler(Protocol):
    """A scheme that ranks at most `sample` rows."""

    sample: int | None
    random_state: Any


def rank_sample(who: Sampler, space: Space, codes: Codes, rank: Callable[[Space, Codes], Order]) -> Order:
    """Rank a sample, if there are more rows than that; the others follow in random order.

    Parameters
    ----------
    who : the scheme, which says how many
    space : the rows
    codes : their classes
    rank : orders the rows of a space
    """
    sample = who.sample
    if sample is not None and not (isinstance(sample, Integral) and not isinstance(sample, bool) and sample >= 1):
        raise InvalidParameter(type(who).__name__, "sample", "an int >= 1 or None", sample)
    if sample is None or len(space) <= sample:
        return rank(space, codes)
    drawn, rest = _draw(codes, int(sample), who.random_state)
    return np.concatenate([drawn[rank(space.select(drawn), codes[drawn])], rest])


def _draw(codes: Codes, sample: int, random_state: Any) -> tuple[Order, Order]:
    """Split the rows into a sample, which holds each class in proportion and at least once, and the rest."""
    shuffled = check_random_state(random_state).permutation(len(codes)).astype(np.uint32)
    by_class = shuffled[np.argsort(codes[shuffled], kind="stable")]
    _, first, counts = np.unique(codes[by_class], return_index=True, return_counts=True)
    rank_in_class = np.arange(len(codes)) - np.repeat(first, counts)
    share = (rank_in_class + 0.5) / np.repeat(counts, counts)
    evenly = by_class[np.lexsort((share, rank_in_class > 0))]
    size = max(sample, len(first))
    return np.sort(evenly[:size]), evenly[size:]
