"""The anytime k-nearest-neighbour scan: after any step, the answer from the exemplars seen so far."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class State:
    """What a query holds when it is stopped."""

    label: int
    votes: dict[int, int]  # per class that has any
    neighbors: list[int]  # positions in the scan order, nearest first
    steps: int


def classes_first(order: Sequence[int], y: Sequence[int]) -> list[int]:
    """Move the first-ranked of every class to the front, relative order kept.

    order: indices into `y`, best first.
    """
    firsts = [i for place, i in enumerate(order) if y[i] not in {y[j] for j in order[:place]}]
    return firsts + [i for i in order if i not in firsts]


def scan(distances: Sequence[float], labels: Sequence[int], k: int, steps: int) -> State:
    """Stop a query after a number of distances, never before every class was seen.

    distances, labels: of the exemplars in scan order, `classes_first` already applied.
    k: how many of the nearest vote.
    """
    done = min(max(steps, len(set(labels))), len(labels))
    neighbors = sorted(range(done), key=lambda position: (distances[position], position))[:k]
    votes = Counter(labels[position] for position in neighbors)
    tied = [label for label in votes if votes[label] == max(votes.values())]
    label = next(labels[position] for position in neighbors if labels[position] in tied)
    return State(label, dict(votes), neighbors, done)
