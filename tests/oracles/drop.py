"""DROP1 to DROP5: remove every instance that those around it can do without.

S is what remains, T what may have a say. The k nearest neighbours of an instance are those of S, itself never counted,
of equal distances the lower index first. The associates of P are the instances of T that have P among their k nearest.
`with` is how many associates their k nearest classify correctly; `without` is how many their k nearest other than P do,
so that the (k + 1)-th stands in for P. P is removed if without >= with; so one that has no associates is.

The paper keeps a list of k + 1 neighbours and one of associates for each instance, and mends them after each removal.
Here they are searched for each time, which gives the same lists.

Fewer than k neighbours vote as well. Among classes with equal votes the one of the nearest neighbour wins. An instance
that has no neighbours is not classified correctly, nor is it misclassified. The last instance of S is never removed.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from oracles.simple_rank import simple_rank

Matrix = Sequence[Sequence[float]]


@dataclass
class Reduction:
    """What remains and what was removed, in order of removal."""

    distances: Matrix
    y: Sequence[int]
    k: int
    remaining: list[int]
    removed: list[int] = field(default_factory=list)

    def neighbors(self, i: int, without: int | None = None) -> list[int]:
        """The k nearest, nearest first."""
        others = [j for j in self.remaining if j not in (i, without)]
        return sorted(others, key=lambda j: (self.distances[i][j], j))[: self.k]

    def label(self, i: int, without: int | None = None) -> int | None:
        """The class that the k nearest vote for."""
        voters = [self.y[j] for j in self.neighbors(i, without)]
        votes = Counter(voters)
        return max(voters, key=lambda label: votes[label], default=None)  # the first of those with most votes

    def misclassified(self, i: int) -> bool:
        """Whether the k nearest vote for another class."""
        return self.label(i) not in (None, self.y[i])

    def dispensable(self, p: int, judges: Iterable[int]) -> bool:
        """Whether at least as many associates, which are among the judges, are classified correctly without p."""
        associates = [a for a in judges if p in self.neighbors(a)]
        with_p = sum(self.label(a) == self.y[a] for a in associates)
        without_p = sum(self.label(a, without=p) == self.y[a] for a in associates)
        return without_p >= with_p

    def remove(self, p: int) -> None:
        """Remove, unless it is the last."""
        if len(self.remaining) > 1:
            self.remaining.remove(p)
            self.removed.append(p)


def drop(distances: Matrix, y: Sequence[int], k: int, number: int) -> Reduction:
    """Reduce the training instances by DROP1 to DROP5.

    distances: between every two training instances.
    y: their classes.
    k: how many neighbours vote.
    number: which of the five.
    """
    reduction = Reduction(distances, y, k, list(range(len(y))))
    {1: drop1, 2: drop2, 3: drop3, 4: drop4, 5: drop5}[number](reduction)
    return reduction


def drop_rank(distances: Matrix, y: Sequence[int], k: int, number: int) -> list[int]:
    """Order the training instances, best first."""
    return order_of(drop(distances, y, k, number))


def order_of(s: Reduction) -> list[int]:
    """Order the instances: the survivors by SimpleRank among themselves, then the others, the last removed first."""
    kept = s.remaining
    ranked = simple_rank([[s.distances[i][j] for j in kept] for i in kept], [s.y[i] for i in kept])
    return [kept[place] for place in ranked] + s.removed[::-1]


def drop_stream(
    distances: Matrix, y: Sequence[int], batches: Sequence[int], keep: int, n_neighbors: int
) -> Iterator[list[int]]:
    """Learn batch after batch, and give after each what DROP1 puts first of the kept and the new, oldest first."""
    kept: list[int] = []
    seen = 0
    for size in batches:
        kept += range(seen, seen + size)
        seen += size
        if len(kept) > keep:
            within = [[distances[i][j] for j in kept] for i in kept]
            kept = sorted(kept[place] for place in drop_rank(within, [y[i] for i in kept], n_neighbors, 1)[:keep])
        yield kept


def drop1(s: Reduction) -> None:
    """Visit in index order. T = S: an instance that is removed leaves its neighbours' lists of associates."""
    for p in list(s.remaining):
        if s.dispensable(p, s.remaining):
            s.remove(p)


def drop2(s: Reduction) -> None:
    """Visit the farthest from its nearest enemy first. T is what S was at first."""
    judges = list(s.remaining)
    visit(s, judges, farthest_first(s))


def drop3(s: Reduction) -> None:
    """Remove all that are misclassified by their neighbours in the full set, in index order, then do DROP2.

    The paper filters before it sorts. What is noise belongs neither to S nor to T from then on: it is nobody's enemy
    and nobody's associate.
    """
    for p in [p for p in s.remaining if s.misclassified(p)]:
        s.remove(p)
    drop2(s)


def drop4(s: Reduction) -> None:
    """As DROP3, but the filter goes one by one, and spares those whose removal hurts associates that remain."""
    for p in list(s.remaining):
        if s.misclassified(p) and s.dispensable(p, s.remaining):
            s.remove(p)
    drop2(s)


def drop5(s: Reduction) -> None:
    """As DROP2, but nearest enemy first; then farthest first, again and again, until a pass removes none.

    Distances to enemies are those in the full set, in every pass.
    """
    judges, farthest, nearest = list(s.remaining), farthest_first(s), nearest_first(s)
    visit(s, judges, nearest)
    while visit(s, judges, farthest):
        pass


def visit(s: Reduction, judges: Sequence[int], order: Sequence[int]) -> bool:
    """Remove the dispensable in this order; say whether there were any."""
    before = len(s.removed)
    for p in order:
        if p in s.remaining and s.dispensable(p, judges):
            s.remove(p)
    return len(s.removed) > before


def farthest_first(s: Reduction) -> list[int]:
    """Of equal distances the lower index first; without an enemy, infinitely far."""
    return sorted(s.remaining, key=lambda i: (-nearest_enemy(s, i), i))


def nearest_first(s: Reduction) -> list[int]:
    """Of equal distances the lower index first."""
    return sorted(s.remaining, key=lambda i: (nearest_enemy(s, i), i))


def nearest_enemy(s: Reduction, i: int) -> float:
    """The distance to the nearest instance of another class."""
    return min((s.distances[i][j] for j in s.remaining if s.y[j] != s.y[i]), default=math.inf)
