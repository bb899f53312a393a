"""HeirRank: SimpleRank in which an instance that goes leaves the votes it stands for to its nearest remaining one.

C is the number of classes ever seen: one that has vanished still has votes among those inherited. What the last
instance of all stands for is left to nobody.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from oracles.simple_rank import Matrix, nearest_of_own_class

Inherited = dict[int, Counter[int]]  # what each remaining instance stands for: how many of each class


def heir_rank(distances: Matrix, y: Sequence[int]) -> list[int]:
    """Order the training instances, best first.

    distances: between every two training instances.
    y: their classes.
    """
    inherited: Inherited = {x: Counter() for x in range(len(y))}
    worst_first = []
    while inherited:
        worst_first.append(forget_worst(distances, y, inherited, len(set(y))))
    return worst_first[::-1]


def heir_stream(distances: Matrix, y: Sequence[int], batches: Sequence[int], keep: int) -> Iterator[Inherited]:
    """Learn batch after batch, and give after each what is kept; older instances have lower indices.

    distances: between every two instances of the stream.
    y: their classes.
    batches: how many instances come at a time.
    keep: how many may remain.
    """
    inherited: Inherited = {}
    seen = 0
    for size in batches:
        inherited |= {x: Counter() for x in range(seen, seen + size)}
        seen += size
        while len(inherited) > keep:
            forget_worst(distances, y, inherited, len(set(y[:seen])))
        yield {x: counts.copy() for x, counts in inherited.items()}


def forget_worst(distances: Matrix, y: Sequence[int], inherited: Inherited, classes: int) -> int:
    """Remove the worst instance, hand on what it stood for and its own vote, and say which it was."""
    ranks = rank_all(distances, y, inherited, classes)
    worst = min(inherited, key=lambda x: (ranks[x], nearest_of_own_class(distances, y, list(inherited), x), x))
    left = inherited.pop(worst)
    left[y[worst]] += 1
    if inherited:
        inherited[nearest(distances, inherited, worst)] += left
    return worst


def rank_all(distances: Matrix, y: Sequence[int], inherited: Inherited, classes: int) -> dict[int, int]:
    """Rank every remaining instance by inherited votes and those of the living, times C - 1 to stay an integer."""
    friend, enemy = max(1, classes - 1), -2  # one class alone has no enemies: a friend counts 1
    votes = {x: counts.copy() for x, counts in inherited.items()}
    for voter in inherited:
        if len(inherited) > 1:
            votes[nearest(distances, inherited, voter)][y[voter]] += 1
    return {
        x: sum(count * (friend if label == y[x] else enemy) for label, count in counts.items())
        for x, counts in votes.items()
    }


def nearest(distances: Matrix, inherited: Inherited, x: int) -> int:
    """The nearest remaining instance other than x, of equals the lowest."""
    return min((other for other in inherited if other != x), key=lambda other: (distances[x][other], other))
