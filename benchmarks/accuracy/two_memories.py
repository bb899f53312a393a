"""Prequential accuracy in % of the lazy tree without a radius, less that of a window of as many exemplars, k = 3."""

from benchmarks.data import drawn, rows, scaled
from benchmarks.report import Figure, at_least
from bestsofar import LazyTreeClassifier, prequential

SETS = ["letter", "pendigits", "satimage", "magic", "powersupply", "covtype"]
SHUFFLED = {"magic"}
RECORDS = 12_000
CAPACITIES = [300, 1_000]


def run(*, quick: bool) -> list[Figure]:
    """Compare both on the first records of every set."""
    return [ahead(name, capacity) for name in SETS for capacity in CAPACITIES[: 1 if quick else None]]


def ahead(name: str, capacity: int) -> Figure:
    """Put one stream through both."""
    X, y = rows(name)
    if name in SHUFFLED:
        X, y = drawn(X, y, len(y))
    X, y = scaled(X)[:RECORDS], y[:RECORDS]
    model = LazyTreeClassifier(capacity=capacity)
    window = 100 * prequential(LazyTreeClassifier(0, capacity=capacity), X, y).accuracy
    auto = 100 * prequential(model, X, y).accuracy
    behind = {"window": window, "auto": auto, "short share": float(model.exemplars_.recent.mean())}
    return Figure(f"{name}, {capacity} exemplars", auto - window, at_least(0), behind)
