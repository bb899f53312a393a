"""PosteriorRank: again and again, remove the instance without which kernels tell the classes of all best.

All instances, removed ones included, are classified by those that remain, never by themselves. Losses are whole numbers
of 2^-30.
"""

import math
from collections.abc import Collection, Sequence

from oracles.ebel import Matrix, kernel_matrix
from oracles.margin_rank import best_first

MIN_SHARE = 1e-6
UNITS = 2**30
FRONT = 20  # one in this many is chosen as by MarginRank, if that is better


def posterior_rank(squared: Matrix, y: Sequence[int], bandwidth: float) -> list[int]:
    """Order the training instances, best first.

    squared: distances between every two training instances, squared.
    y: their classes, from 0 on.
    bandwidth: what is right for all of them.
    """
    judged = Judged(squared, y, bandwidth)
    thinned = judged.removed([])[::-1]
    front = best_first(squared, y, len(y) // FRONT, itself=True)
    if judged.loss(front) < judged.loss(thinned[: len(front)]):
        return front + judged.removed(front)[::-1]
    return thinned


class Judged:
    """A training set, every instance of which is classified by some."""

    def __init__(self, squared: Matrix, y: Sequence[int], bandwidth: float) -> None:
        self.squared, self.y, self.bandwidth = squared, y, bandwidth

    def removed(self, stay: Collection[int]) -> list[int]:
        """Remove one after the other: whose harm, looked at again, is still the least of those noted."""
        remaining, removed, counted = set(range(len(self.y))), [], math.inf
        while len(remaining) > len(stay):
            if 5 * len(remaining) < 4 * counted:
                counted = len(remaining)
                self.set_width(counted)
                noted = {x: self.harm(remaining, x) for x in remaining - set(stay)}
                fresh = set(noted)
            while (x := min(noted, key=lambda x: (noted[x], x))) not in fresh:
                noted[x] = self.harm(remaining, x)
                fresh.add(x)
            remaining.remove(x)
            removed.append(x)
            del noted[x]
            fresh = set()
        return removed

    def set_width(self, left: int) -> None:
        """Make kernels as wide as is right for this many."""
        self.kernels = kernel_matrix(self.squared, self.bandwidth * (len(self.y) / left) ** 0.2)

    def loss(self, exemplars: Collection[int]) -> int:
        """How badly these, with the width that is right for them, classify everyone."""
        self.set_width(len(exemplars))
        return -round(UNITS * math.fsum(self.log_share(set(exemplars), i) for i in range(len(self.y))))

    def harm(self, remaining: set[int], x: int) -> int:
        """How much worse it is without one."""
        without = remaining - {x}
        changes = (self.log_share(remaining, i) - self.log_share(without, i) for i in range(len(self.y)))
        return round(UNITS * math.fsum(changes))

    def log_share(self, remaining: set[int], i: int) -> float:
        """Give the logarithm of the share of an instance's class in the kernels of the others."""
        mass = math.fsum(self.kernels[i][x] for x in remaining if x != i)
        own = math.fsum(self.kernels[i][x] for x in remaining if x != i and self.y[x] == self.y[i])
        return math.log((own / mass if mass > 0 else 1 / (max(self.y) + 1)) + MIN_SHARE)
