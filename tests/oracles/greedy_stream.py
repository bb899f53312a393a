"""GreedyRank in fixed memory: best first among what is held, those forgotten weighing in where they are stood for."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

from oracles.greedy_rank import Matrix, Nearest, fall_scale, greedy_rank, hard_value, quantised, smooth_value
from oracles.legacy import SPARE_BITS, Estate, Witness, stream, witnesses_of


def greedy_stream(
    distances: Matrix, y: Sequence[int], batches: Sequence[int], keep: int, squarings: int | None
) -> Iterator[dict[int, Estate]]:
    """Learn batch after batch, and give after each what is kept."""

    def choose(held: dict[int, Estate]) -> set[int]:
        return set(best_first(distances, y, held, keep, squarings)[:keep])

    return stream(distances, y, batches, keep, partial(greedy_rank, squarings=squarings), choose)


def best_first(
    distances: Matrix, y: Sequence[int], held: dict[int, Estate], keep: int, squarings: int | None
) -> list[int]:
    """Choose the medoids, and then always who adds most to the worth of all witnesses."""
    witnesses = witnesses_of(held, y)
    chosen = [medoid(distances, y, held, label) for label in sorted({y[x] for x in held})]
    first = [now(distances, y, chosen, witness).own for witness in witnesses]
    scale = fall_scale(first) - SPARE_BITS
    while len(chosen) < keep:

        def merit(x: int) -> tuple[int, int, int]:
            gain = fall = 0
            for witness in witnesses:
                before, after = (now(distances, y, some, witness) for some in (chosen, [*chosen, x]))
                gain += witness.weight * (value(after, squarings) - value(before, squarings))
                if math.isfinite(before.own):
                    fall += witness.weight * (quantised(before.own, scale) - quantised(after.own, scale))
            return gain, fall, -x

        chosen.append(max(held.keys() - set(chosen), key=merit))
    return chosen


def value(nearest: Nearest, squarings: int | None) -> int:
    """How well a witness stands."""
    return hard_value(nearest) if squarings is None else smooth_value(nearest, squarings) >> SPARE_BITS


def medoid(distances: Matrix, y: Sequence[int], held: dict[int, Estate], label: int) -> int:
    """The instance of a class with the least sum of distances to the others and to those of it that they stand for."""
    members = [x for x in held if y[x] == label]

    def far(x: int) -> float:
        total = 0.0
        for other in members:
            if other != x:
                total += (1 + held[other].counts[label]) * distances[x][other]
        return total

    return min(members, key=lambda x: (far(x), x))


def now(distances: Matrix, y: Sequence[int], chosen: Sequence[int], witness: Witness) -> Nearest:
    """The distances of a witness to its own class and to others; an instance is not its own exemplar."""
    seen = [x for x in chosen if witness.forgotten or x != witness.place]
    return Nearest(
        min((witness.to(distances, x) for x in seen if y[x] == witness.label), default=math.inf),
        min((witness.to(distances, x) for x in seen if y[x] != witness.label), default=math.inf),
    )
