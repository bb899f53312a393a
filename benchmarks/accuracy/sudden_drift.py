"""Accuracy in % where all classes change places at once, again and again: the lazy tree less a window, k = 3."""

import numpy as np
import numpy.typing as npt

from benchmarks.data import SEED, all_rows, scaled
from benchmarks.report import Figure, at_least
from bestsofar import LazyTreeClassifier, prequential

SETS = ["letter", "pendigits", "optdigits", "magic"]
RECORDS = 16_000
CAPACITIES = [300, 1_000]
RECORDS_OF_A_CONCEPT = [1_000, 4_000]
QUICK = 1  # sets


def run(*, quick: bool) -> list[Figure]:
    """Compare both on every set, for short concepts and long ones, in less memory than a concept takes and in more."""
    return [
        ahead(name, length, capacity)
        for name in SETS[: QUICK if quick else None]
        for length in RECORDS_OF_A_CONCEPT
        for capacity in CAPACITIES
    ]


def ahead(name: str, length: int, capacity: int) -> Figure:
    """Put one stream through both."""
    X, y = all_rows(name)
    drawn = np.random.default_rng(SEED).permutation(len(y))[:RECORDS]
    X, y = scaled(X)[drawn], changing_places(y[drawn], length)
    window, auto = (
        100 * prequential(LazyTreeClassifier(gamma, capacity=capacity), X, y).accuracy for gamma in (0, "auto")
    )
    title = f"{name}, every {length:,} records, {capacity} exemplars"
    return Figure(title, auto - window, at_least(0), {"window": window, "auto": auto})


def changing_places(y: npt.NDArray[np.generic], length: int) -> npt.NDArray[np.int64]:
    """Give every class the name of the next one, once more after a fixed number of records."""
    classes, codes = np.unique(y, return_inverse=True)
    return (codes + np.arange(len(y)) // length) % len(classes)
