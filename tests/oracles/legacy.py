"""What forgotten instances leave behind: the nearest kept instance stands for each of them, for ever."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from oracles.heir_rank import nearest

Matrix = Sequence[Sequence[float]]
SPARE_BITS = 10  # so that thousands of millions can be added up in 64 bits


@dataclass
class Estate:
    """What a kept instance stands for: how many of each class, and the sum of their distances from it."""

    counts: Counter[int] = field(default_factory=Counter)
    spread: float = 0.0


class Witness(NamedTuple):
    """So many of a class that are at an instance, or around it."""

    place: int
    label: int
    weight: int
    spread: float
    forgotten: bool

    def to(self, distances: Matrix, x: int) -> float:
        """How far an instance is."""
        return self.spread + (0.0 if x == self.place else distances[self.place][x])


def witnesses_of(held: dict[int, Estate], y: Sequence[int]) -> list[Witness]:
    """All instances, and those they stand for, which are taken to be twice as far from them as they are on average."""
    witnesses = [Witness(x, y[x], 1, 0.0, forgotten=False) for x in held]
    for x, estate in held.items():
        spread = 2 * estate.spread / max(estate.counts.total(), 1)
        witnesses += [Witness(x, label, count, spread, forgotten=True) for label, count in estate.counts.items()]
    return witnesses


def stream(
    distances: Matrix,
    y: Sequence[int],
    batches: Sequence[int],
    keep: int,
    rank: Callable[[Matrix, list[int]], list[int]],
    choose: Callable[[dict[int, Estate]], set[int]],
) -> Iterator[dict[int, Estate]]:
    """Learn batch after batch, and give after each what is kept; older instances have lower indices.

    distances: reduced, between every two instances of the stream.
    y: their classes.
    batches: how many instances come at a time.
    keep: how many may remain.
    rank: orders instances, best first, when nothing is forgotten yet.
    choose: says which remain when something is.
    """
    kept: dict[int, Estate] = {}
    seen = 0
    for size in batches:
        kept |= {x: Estate() for x in range(seen, seen + size)}
        seen += size
        if len(kept) <= keep:
            remaining = set(kept)
        elif any(estate.counts for estate in kept.values()):
            remaining = choose(kept)
        else:
            within = [[distances[i][j] for j in kept] for i in kept]
            remaining = {list(kept)[place] for place in rank(within, [y[i] for i in kept])[:keep]}
        kept = hand_down(distances, y, kept, remaining)
        yield kept


def hand_down(distances: Matrix, y: Sequence[int], held: dict[int, Estate], remaining: set[int]) -> dict[int, Estate]:
    """Let the nearest that remains stand for each that does not, and for all that this one stood for."""
    kept = {x: Estate(held[x].counts.copy(), held[x].spread) for x in sorted(remaining)}
    for x in sorted(held.keys() - remaining):
        heir = nearest(distances, {other: Counter() for other in sorted(remaining)}, x)
        left = held[x].counts + Counter([y[x]])
        kept[heir].counts += left
        kept[heir].spread += held[x].spread + left.total() * distances[x][heir]
    return kept
