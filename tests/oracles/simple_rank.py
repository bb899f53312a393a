"""SimpleRank: again and again, put the worst of the remaining instances in the last free place."""

import math
from collections.abc import Sequence

Matrix = Sequence[Sequence[float]]


def simple_rank(distances: Matrix, y: Sequence[int]) -> list[int]:
    """Order the training instances, best first.

    distances: between every two training instances.
    y: their classes.
    """
    remaining = list(range(len(y)))
    worst_first = []
    while remaining:
        ranks = rank_all(distances, y, remaining)
        worst = min(remaining, key=lambda x: (ranks[x], nearest_of_own_class(distances, y, remaining, x), x))
        remaining.remove(worst)
        worst_first.append(worst)
    return worst_first[::-1]


def rank_all(distances: Matrix, y: Sequence[int], remaining: Sequence[int]) -> dict[int, int]:
    """Rank every remaining instance by the votes of all, the removed ones included, times C - 1 to stay an integer."""
    classes = len(set(y))
    friend, enemy = max(1, classes - 1), -2  # one class alone has no enemies: a friend counts 1
    ranks = dict.fromkeys(remaining, 0)
    for voter in range(len(y)):
        candidates = [x for x in remaining if x != voter]
        if candidates:
            nearest = min(candidates, key=lambda x: (distances[voter][x], x))
            ranks[nearest] += friend if y[nearest] == y[voter] else enemy
    return ranks


def nearest_of_own_class(distances: Matrix, y: Sequence[int], remaining: Sequence[int], x: int) -> float:
    """How far x is from the nearest remaining instance of its class; none: infinitely."""
    return min((distances[x][j] for j in remaining if j != x and y[j] == y[x]), default=math.inf)
