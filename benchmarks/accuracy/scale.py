"""Prequential accuracy in % with features in units of their own, less that with features scaled to 0..1 beforehand."""

from collections.abc import Iterator
from typing import Any

from benchmarks.data import drawn, rows, scaled
from benchmarks.report import Figure
from bestsofar import LazyTreeClassifier, prequential

SETS = ["letter", "pendigits", "covtype", "satimage", "optdigits", "magic", "spambase", "powersupply"]
SHUFFLED = {"magic", "spambase"}
RECORDS, QUICK_RECORDS = 20_000, 4_000
MEMORIES = {"window": {"gamma": 0}, "two memories": {}}


def run(*, quick: bool) -> list[Figure]:
    """Compare units on the first records of every set, one neighbour, 1,000 exemplars."""
    return [figure for name in SETS for figure in compare(name, QUICK_RECORDS if quick else RECORDS)]


def compare(name: str, n: int) -> Iterator[Figure]:
    """Put one stream through both memories, in its own units, in those of all records, and of the memory."""
    X, y = rows(name)
    if name in SHUFFLED:
        X, y = drawn(X, y, len(y))
    hand = scaled(X)[:n]
    X, y = X[:n], y[:n]

    def accuracy(records: Any, **settings: Any) -> float:
        model = LazyTreeClassifier(capacity=1_000, n_neighbors=1, **settings)
        return 100 * prequential(model, records, y).accuracy

    for memory, settings in MEMORIES.items():
        behind = {
            "as they are": accuracy(X, **settings),
            "0..1": accuracy(hand, **settings),
            "within": accuracy(X, **settings, scale="within"),
        }
        yield Figure(f"{name}, {memory}", behind["within"] - behind["0..1"], None, behind)
