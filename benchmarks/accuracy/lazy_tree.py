"""The lazy tree on the streams of its paper (Tables III and IV): accuracy in %, memory and time, k = 3."""

import numpy as np
import numpy.typing as npt
from sklearn.base import clone

from benchmarks.data import SEED
from benchmarks.report import Figure, at_least
from bestsofar.reproduce.lazy_tree.measures import (
    CAPACITIES,
    KILOBYTE,
    SHUFFLED,
    Measured,
    lazy_trees,
    stream,
    through,
)

SETS = [
    "kddcup99_10pct", "powersupply", "covtype", "halloffame", "kr-vs-kp", "sick", "hypothyroid", "mushroom", "splice",
]  # fmt: skip
CAPACITY = 1_000  # of covtype, which is not in the paper
EVERY_TENTH = {"kddcup99_10pct", "covtype"}  # in a quick run
ORDERS = 5  # of sets that have none of their own
UNITS = ("%", "kB", "ms")


def run(*, quick: bool) -> list[Figure]:
    """Compare everything kept, the last records kept, and the tree, which holds as many exemplars as these.

    Then let both have as many bytes as the tree took, and as many exemplars as these hold.
    """
    return [figure for name in SETS for figure in on(name, CAPACITIES.get(name, CAPACITY), quick=quick)]


def on(name: str, capacity: int, *, quick: bool) -> list[Figure]:
    """Put one stream through all of them; where a set has no order of its own, several."""
    X, y, categorical = stream(f"{name}.every10" if quick and name in EVERY_TENTH else name)
    runs = [in_order(X[rows], y[rows], categorical, capacity) for rows in orders(name, len(y))]
    found = {what: float(np.mean([run[what] for run in runs])) for what in runs[0]}
    tree, local, whole = (f"{who}, %" for who in ("L-tree", "local k-NN", "global k-NN"))
    return [
        Figure(f"{name}, {capacity}: tree less local, points", found[tree] - found[local], at_least(0), found),
        Figure(
            f"{name}: tree less local in as many bytes, points",
            found["L-tree by bytes, %"] - found["local k-NN by bytes, %"],
            at_least(0),
        ),
        Figure(f"{name}, {capacity}: tree less global, points", found[tree] - found[whole]),
        Figure(f"{name}, {capacity}: tree less local, kappa", found["L-tree, kappa"] - found["local k-NN, kappa"]),
    ]


def orders(name: str, n: int) -> list[npt.NDArray[np.intp]]:
    """Give the order of a stream; of one that was shuffled, some others as well."""
    others = np.random.default_rng(SEED)
    return [np.arange(n), *(others.permutation(n) for _ in range(ORDERS - 1 if name in SHUFFLED else 0))]


def in_order(X: npt.NDArray, y: npt.NDArray, categorical: npt.NDArray[np.bool_], capacity: int) -> dict[str, float]:
    """Measure all of them on one stream."""
    models = lazy_trees(capacity, len(y), categorical)
    found = {}
    for who, model in models.items():
        found |= named(who, through(model, X, y))
    as_large = {"capacity": len(y), "max_bytes": round(KILOBYTE * found["L-tree, kB"])}
    for who in ("local k-NN", "L-tree"):
        found |= named(f"{who} by bytes", through(clone(models[who]).set_params(**as_large), X, y))
    return found


def named(who: str, measured: Measured) -> dict[str, float]:
    """Name what was measured."""
    report, values = measured
    units = (*UNITS, "kappa")
    return {f"{who}, {unit}": value for unit, value in zip(units, [*values, report.kappa], strict=True)}
