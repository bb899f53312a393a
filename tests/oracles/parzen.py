"""The anytime Parzen posterior: after any step, the classes share the kernels of the exemplars seen so far."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from oracles.ebel import kernel

TIE = 1e-12
TOLD = 5


@dataclass(frozen=True)
class State:
    """What a query holds when it is stopped."""

    label: int
    shares: dict[int, float]  # per class that has an exemplar
    neighbors: list[int]  # positions in the scan order, nearest first
    steps: int


def scan(squared: Sequence[float], labels: Sequence[int], bandwidth: float, steps: int) -> State:
    """Stop a query after a number of kernels, never before every class was seen.

    squared, labels: distances, squared, and classes of the exemplars in scan order, one of every class in front.
    bandwidth: the one for all of them.
    """
    done = min(max(steps, len(set(labels))), len(labels))
    shares = posterior(squared[:done], labels[:done], bandwidth)
    neighbors = sorted(range(done), key=lambda position: (squared[position], position))[:TOLD]
    tied = [label for label in sorted(shares) if shares[label] >= max(shares.values()) - TIE]
    nearest = labels[neighbors[0]]
    return State(nearest if nearest in tied else tied[0], shares, neighbors, done)


def posterior(squared: Sequence[float], labels: Sequence[int], bandwidth: float) -> dict[int, float]:
    """Eq. 6; where no kernel is left of any exemplar, all classes are alike."""
    kernels = [kernel(distance, bandwidth) for distance in squared]
    mass = math.fsum(kernels)
    if mass == 0:
        return {label: 1 / len(set(labels)) for label in labels}
    return {
        label: math.fsum(k for k, other in zip(kernels, labels, strict=True) if other == label) / mass
        for label in labels
    }


def bandwidth_for(reference: float, rows: int, n: int) -> float:
    """Give the bandwidth for n exemplars, where `reference` is right for `rows`."""
    return reference * (rows / n) ** 0.2
