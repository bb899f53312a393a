"""Things in order, at a given rate."""

from collections.abc import Iterable, Iterator
from itertools import repeat
from time import perf_counter, sleep
from typing import TypeVar

import numpy as np

SHORTEST_SLEEP = 1e-4  # seconds: below, the clock of the system is too coarse

T = TypeVar("T")


def gaps(rate: float, *, poisson: bool) -> Iterator[float]:
    """Yield the seconds between one and the next: constant or, with the same mean, exponential."""
    if not poisson:
        return repeat(1 / rate)
    rng = np.random.default_rng(0)
    return iter(lambda: float(rng.exponential(1 / rate)), None)


def paced(things: Iterable[T], gaps: Iterable[float]) -> Iterator[T]:
    """Yield each thing at its time, however long those before took; a late consumer catches up."""
    due = perf_counter()
    for thing, gap in zip(things, gaps, strict=False):
        left = due - perf_counter()
        if left > SHORTEST_SLEEP:
            sleep(left)
        yield thing
        due += gap
