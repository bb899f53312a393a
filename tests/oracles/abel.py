"""ABEL: again and again, remove the instance without which the others order a validation set best."""

import math
from collections.abc import Mapping, Sequence

from oracles.ebel import kernel

Matrix = Sequence[Sequence[float]]
Units = Mapping[int, Mapping[int, int]]
Scores = Mapping[int, Sequence[float]]

UNIT = 2**24
WORN = 2**12
ONE = 2**40


def abel(
    squared: Matrix, y: Sequence[int], validation: Sequence[int], bandwidth: float, *, alpha: float = 2.0, exact=True
) -> list[int]:
    """Order the instances that are not in the validation set, the one removed last first.

    squared: distances between every two instances, squared.
    y: their classes, from 0 on.
    bandwidth: what is right for all of them, the validation set included.
    exact: whether all scores of the validation set move at once, or only one at a time.
    """
    remaining = [x for x in range(len(y)) if x not in validation]
    last = len(remaining)
    units = {v: units_of(squared[v], remaining, bandwidth * (len(y) / last) ** 0.2) for v in validation}
    removed = []
    while remaining:
        gone = next_to_go(units, y, remaining, exact=exact)
        remaining.remove(gone)
        removed.append(gone)
        if not remaining:
            break
        if last / len(remaining) > math.sqrt(last) / alpha:
            last = len(remaining)
            worn = list(validation)
        else:
            worn = [v for v in validation if sum(units[v][x] for x in remaining) < WORN]
        for v in worn:
            units[v] = units_of(squared[v], remaining, bandwidth * (len(y) / last) ** 0.2)
    return removed[::-1]


def units_of(squared: Sequence[float], remaining: Sequence[int], bandwidth: float) -> dict[int, int]:
    """Give every kernel as a multiple of a 2^24th of the largest."""
    nearest = min(squared[x] for x in remaining)
    return {x: round(UNIT * kernel(squared[x] - nearest, bandwidth)) for x in remaining}


def next_to_go(units: Units, y: Sequence[int], remaining: Sequence[int], *, exact: bool) -> int:
    """Give the instance without which the merit is highest; of equal ones the lowest index."""
    merits = {x: merit_without(units, y, remaining, x, exact=exact) for x in remaining}
    return max(remaining, key=lambda x: (merits[x], -x))


def merit_without(units: Units, y: Sequence[int], remaining: Sequence[int], x: int, *, exact: bool) -> int:
    """Give the merit when x is gone; or what it would be if each score moved alone, their changes added up."""
    without = scores_of(units, y, [other for other in remaining if other != x])
    if exact:
        return merit(without, y)
    now = scores_of(units, y, remaining)
    return merit(now, y) + sum(merit({**now, v: without[v]}, y) - merit(now, y) for v in units)


def scores_of(units: Units, y: Sequence[int], remaining: Sequence[int]) -> dict[int, list[float]]:
    """Give the posterior of every class for every validation instance; without any mass all classes are alike."""
    classes = max(y) + 1
    scores = {}
    for v, kernels in units.items():
        sums = [sum(kernels[x] for x in remaining if y[x] == c) for c in range(classes)]
        scores[v] = [part / sum(sums) if any(sums) else 1 / classes for part in sums]
    return scores


def merit(scores: Scores, y: Sequence[int]) -> int:
    """Add up the areas under the curves, one class against the rest; of two classes the second is enough."""
    classes = max(y) + 1
    total = 0
    for c in [1] if classes == 2 else range(classes):
        positive = [scores[v][c] for v in scores if y[v] == c]
        negative = [scores[v][c] for v in scores if y[v] != c]
        if positive and negative:
            total += round(ONE / (len(positive) * len(negative))) * half_wins(positive, negative)
    return total


def half_wins(positive: Sequence[float], negative: Sequence[float]) -> int:
    """Count two for every pair in the right order, one for a tie."""
    return sum(2 * (p > n) + (p == n) for p in positive for n in negative)


def judges(labels: Sequence[int], share: float, shuffled: Sequence[int]) -> list[int]:
    """Draw a share of the instances as judges: each class in proportion, at least one of it, but never all.

    labels: the classes, as codes.
    shuffled: all instances in random order.
    """
    order = sorted(shuffled, key=lambda i: (_rank(labels, shuffled, i) > 0, *_turn(labels, shuffled, i)))
    spare = [i for place, i in enumerate(order) if any(labels[i] == labels[later] for later in order[place + 1 :])]
    several = sum(labels.count(label) > 1 for label in set(labels))
    return spare[: max(round(share * len(labels)), several)]


def _rank(labels: Sequence[int], shuffled: Sequence[int], i: int) -> int:
    return [other for other in shuffled if labels[other] == labels[i]].index(i)


def _turn(labels: Sequence[int], shuffled: Sequence[int], i: int) -> tuple[float, int]:
    """After which share of its class an instance comes; of equals the lower class first."""
    return (_rank(labels, shuffled, i) + 0.5) / labels.count(labels[i]), labels[i]
