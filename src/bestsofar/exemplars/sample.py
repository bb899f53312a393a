"""Ranking a sample where ranking all rows would take too long."""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from sklearn.utils import check_random_state

from bestsofar._core import Space
from bestsofar.base.integers import checked_int_or_none
from bestsofar.base.labels import Codes
from bestsofar.exemplars.order import Order
from bestsofar.exemplars.stratified import stratified_order


class Sampler(Protocol):
    """A scheme that ranks at most `sample` rows."""

    sample: int | None
    random_state: Any


def check_sample(who: Sampler) -> None:
    """Check the size of the sample, and the seed."""
    checked_int_or_none(type(who).__name__, "sample", who.sample)
    check_random_state(who.random_state)


def rank_sample(who: Sampler, space: Space, codes: Codes, rank: Callable[[Space, Codes], Order]) -> Order:
    """Rank a sample if there are more rows than its size; the others follow in random order.

    Parameters
    ----------
    who : the scheme, which knows the size
    space : the rows
    codes : their classes
    rank : orders the rows of a space
    """
    check_sample(who)
    sample = who.sample
    if sample is None or len(space) <= sample:
        return rank(space, codes)
    drawn, rest = _draw(codes, int(sample), who.random_state)
    return np.concatenate([drawn[rank(space.select(drawn), codes[drawn])], rest])


def _draw(codes: Codes, sample: int, random_state: Any) -> tuple[Order, Order]:
    """Split the rows into a sample, with each class in proportion and at least once, and the rest."""
    shuffled = stratified_order(codes, random_state)
    size = max(sample, len(np.unique(codes)))
    return np.sort(shuffled[:size]), shuffled[size:]
