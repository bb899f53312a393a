"""GreedyRank: start with the medoids, then always choose the instance that helps the training set most.

All gains are exact integers, so that an implementation that updates them gives the very same order.
"""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

Matrix = Sequence[Sequence[float]]
BITS = 40  # of fixed point: four million values below 1 can be summed in 64-bit integers
ONE = 2**BITS


class Nearest(NamedTuple):
    """Squared distances of an instance to the nearest chosen one of its class and of any other."""

    own: float
    other: float


def hard_value(nearest: Nearest) -> int:
    """One where the nearest chosen exemplar has the right class, else zero."""
    return int(nearest.own < nearest.other)


def smooth_value(nearest: Nearest, squarings: int) -> int:
    """1 / (1 + (own/other)^(2^squarings)), rounded to a multiple of 2^-40 and given in these units."""
    own, other = nearest
    if own == other and (math.isinf(own) or own == 0):
        return ONE // 2
    if math.isinf(own) or other == 0:
        return 0
    if math.isinf(other):
        return ONE
    power = own / other
    for _ in range(squarings):
        power *= power
    return round(ONE * (1 / (1 + power)))


def greedy_rank(
    reduced_distances: Matrix,
    y: Sequence[int],
    squarings: int | None,
    *,
    itself: bool = False,
    count: int | None = None,
) -> list[int]:
    """Order the training instances, best first.

    reduced_distances: between every two training instances, squared where the metric is a root. y: their classes, as
    codes. squarings: of own/other, where an instance's value grows gradually; or None if it jumps when its label
    becomes right. itself: a chosen instance is its own nearest, at distance 0. count: how many to choose, the medoids
    at least, or None for all.
    """
    value = hard_value if squarings is None else partial(smooth_value, squarings=squarings)
    reduced_distances = _seen_from_themselves(reduced_distances, 0.0 if itself else math.inf)
    chosen = [_medoid(reduced_distances, y, label) for label in sorted(set(y))]
    scale = fall_scale([_nearest(reduced_distances, y, chosen, i).own for i in range(len(y))])
    while len(chosen) < (len(y) if count is None else count):
        now = [_nearest(reduced_distances, y, chosen, i) for i in range(len(y))]
        candidates = [x for x in range(len(y)) if x not in chosen]
        merits = {
            x: _merit(now, [_with(reduced_distances, y, now, i, x) for i in range(len(y))], value, scale)
            for x in candidates
        }
        chosen.append(max(candidates, key=lambda x: (*merits[x], -x)))
    return chosen


def fall_scale(owns: Sequence[float]) -> int:
    """The exponent that brings the largest finite own distance below 2^40."""
    largest = max((own for own in owns if math.isfinite(own)), default=0.0)
    return BITS - math.frexp(largest)[1]


def _seen_from_themselves(distances: Matrix, itself: float) -> Matrix:
    return [[itself if i == j else d for j, d in enumerate(row)] for i, row in enumerate(distances)]


def _medoid(distances: Matrix, y: Sequence[int], label: int) -> int:
    members = [i for i in range(len(y)) if y[i] == label]
    return min(members, key=lambda i: (_sum_in_order([distances[i][j] for j in members if j != i]), i))


def _sum_in_order(values: Sequence[float]) -> float:
    total = 0.0
    for value in values:  # the builtin sum compensates its rounding since Python 3.12
        total += value
    return total


def _nearest(distances: Matrix, y: Sequence[int], chosen: Sequence[int], i: int) -> Nearest:
    own = min((distances[i][c] for c in chosen if y[c] == y[i]), default=math.inf)
    other = min((distances[i][c] for c in chosen if y[c] != y[i]), default=math.inf)
    return Nearest(own, other)


def _with(distances: Matrix, y: Sequence[int], now: Sequence[Nearest], i: int, x: int) -> Nearest:
    own, other = now[i]
    return Nearest(min(own, distances[i][x]), other) if y[i] == y[x] else Nearest(own, min(other, distances[i][x]))


def _merit(
    now: Sequence[Nearest], then: Sequence[Nearest], value: Callable[[Nearest], int], scale: int
) -> tuple[int, int]:
    gain = sum(value(after) - value(before) for before, after in zip(now, then, strict=True))
    fall = sum(
        quantised(before.own, scale) - quantised(after.own, scale)
        for before, after in zip(now, then, strict=True)
        if math.isfinite(before.own)
    )
    return gain, fall


def quantised(distance: float, scale: int) -> int:
    """A distance in fixed point."""
    return round(math.ldexp(distance, scale))
