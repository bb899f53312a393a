"""Trimming: the shortest beginning of an order that labels rows held back about as well as the best beginning.

Nothing is left out unless the best is ahead of the whole order by more than 1.64 standard errors.
"""

from collections.abc import Sequence
from math import sqrt

Matrix = Sequence[Sequence[float]]

LENGTHS = 200
WINDOW = 21


def prefix_labels(
    distances: Matrix, y: Sequence[int], order: Sequence[int], rows: Sequence[int], lengths: Sequence[int]
) -> list[list[int]]:
    """Label each of the rows by its nearest among the first `length` of the order, of equals the earliest."""
    return [[y[min(order[:length], key=lambda other: distances[row][other])] for length in lengths] for row in rows]


def best_share(right: Sequence[Sequence[int]]) -> float:
    """Choose a length, as a share of the order.

    right: how often each row held back was labelled rightly, for each of the lengths.
    """
    smooth = [smoothed_count(right, length) for length in range(LENGTHS)]
    best = smooth.index(max(smooth))
    ahead, error = lead(right, best, LENGTHS - 1)
    if ahead <= 1.64 * error:
        return 1.0
    for length in range(LENGTHS):
        if smooth[best] - smooth[length] <= lead(right, best, length)[1] / 2 * WINDOW:
            return (length + 1) / LENGTHS
    raise AssertionError("the best is as good as itself")


def smoothed_count(right: Sequence[Sequence[int]], length: int) -> int:
    """How many are right, summed over the lengths about this one; beyond the ends as many as there."""
    around = [min(max(length + step, 0), LENGTHS - 1) for step in range(-(WINDOW // 2), WINDOW // 2 + 1)]
    return sum(row[at] for row in right for at in around)


def lead(right: Sequence[Sequence[int]], best: int, length: int) -> tuple[int, float]:
    """By how many the best length is ahead of another, and the standard error of that."""
    leads = [row[best] - row[length] for row in right]
    n, total = len(leads), sum(leads)
    return total, sqrt((n * sum(lead**2 for lead in leads) - total**2) / n)
