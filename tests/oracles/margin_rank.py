"""MarginRank: best first for a tenth, then what is removed last; and the same in fixed memory.

A forgotten instance stays a witness: of its own place while the training set is there as a whole; at that of its
nearest kept instance, and twice as far from it as the forgotten are on average, in a stream. All losses are exact
integers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from oracles.greedy_rank import Matrix, Nearest, greedy_rank, smooth_value
from oracles.legacy import SPARE_BITS, Estate, Witness, stream, witnesses_of
from oracles.simple_rank import nearest_of_own_class

SQUARINGS = 3


def margin_rank(distances: Matrix, y: Sequence[int], *, itself: bool | None) -> list[int]:
    """Order the training instances, best first.

    distances: reduced, between every two training instances. y: their classes, as codes. itself: whether an instance is
    its own nearest, or None for what gets more of the other half right, from either half.
    """
    if itself is None:
        one, two = split(y)
        without, within = (
            trial(distances, y, one, two, itself=mode) + trial(distances, y, two, one, itself=mode)
            for mode in (False, True)
        )
        itself = within >= without
    return rank(distances, y, itself=itself)


def rank(distances: Matrix, y: Sequence[int], *, itself: bool) -> list[int]:
    """Choose all best first, or a tenth and thin out the rest."""
    order = best_first(distances, y, len(y) // 10 if itself else None, itself=itself)
    remaining, removed = set(range(len(y))), []
    witnesses = [Witness(i, y[i], 1, 0.0, forgotten=False) for i in range(len(y))]
    while len(remaining) > len(order):
        removed.append(least(distances, y, remaining, witnesses, remaining - set(order)))
        remaining.remove(removed[-1])
    return order + removed[::-1]


def best_first(distances: Matrix, y: Sequence[int], count: int | None, *, itself: bool) -> list[int]:
    """Choose as many as asked for, the medoids at least; the best of these stand in front."""
    order = greedy_rank(distances, y, SQUARINGS, itself=itself, count=count)
    medoids, others = order[: len(set(y))], order[len(set(y)) :]
    right = Counter(y[i] for i in range(len(y)) if label_of(distances, y, medoids, i) == y[i])
    return sorted(medoids, key=lambda medoid: -right[y[medoid]]) + others


def margin_stream(
    distances: Matrix, y: Sequence[int], batches: Sequence[int], keep: int
) -> Iterator[dict[int, Estate]]:
    """Learn batch after batch, and give after each what is kept."""

    def choose(held: dict[int, Estate]) -> set[int]:
        return thin_out(distances, y, held, keep)

    return stream(distances, y, batches, keep, partial(margin_rank, itself=None), choose)


def thin_out(distances: Matrix, y: Sequence[int], held: dict[int, Estate], keep: int) -> set[int]:
    """Remove those whose loss does least harm."""
    witnesses, remaining = witnesses_of(held, y), set(held)
    while len(remaining) > keep:
        remaining.remove(least(distances, y, remaining, witnesses, remaining))
    return remaining


def least(
    distances: Matrix, y: Sequence[int], remaining: set[int], witnesses: Sequence[Witness], candidates: set[int]
) -> int:
    """The candidate without which the sum of worths is largest; then the nearest to its class, then the lowest."""

    def key(x: int) -> tuple[int, float, int]:
        without = sum(worth(distances, y, remaining - {x}, witness) for witness in witnesses)
        return -without, nearest_of_own_class(distances, y, sorted(remaining), x), x

    return min(candidates, key=key)


def worth(distances: Matrix, y: Sequence[int], remaining: set[int], witness: Witness) -> int:
    """How well the remaining instances classify a witness, as often as it was seen."""
    own = min((witness.to(distances, x) for x in remaining if y[x] == witness.label), default=float("inf"))
    other = min((witness.to(distances, x) for x in remaining if y[x] != witness.label), default=float("inf"))
    return witness.weight * (smooth_value(Nearest(own, other), SQUARINGS) >> SPARE_BITS)


def split(y: Sequence[int]) -> tuple[list[int], list[int]]:
    """Every other instance of each class, and the rest."""
    places = [y[:i].count(y[i]) for i in range(len(y))]
    return [i for i, place in enumerate(places) if place % 2 == 0], [i for i, place in enumerate(places) if place % 2]


def trial(distances: Matrix, y: Sequence[int], half: list[int], unseen: list[int], *, itself: bool) -> int:
    """Count how many of the unseen the best fifth and the best half of a half get right."""
    if not half:
        return 0
    within = [[distances[i][j] for j in half] for i in half]
    order = [half[place] for place in rank(within, [y[i] for i in half], itself=itself)]
    sizes = [max(len(half) // share, 1) for share in (5, 2)]
    return sum(label_of(distances, y, order[:size], i) == y[i] for size in sizes for i in unseen)


def label_of(distances: Matrix, y: Sequence[int], exemplars: Sequence[int], i: int) -> int:
    """The class of the nearest exemplar, among equals the first."""
    return y[min(exemplars, key=lambda x: distances[i][x])]
