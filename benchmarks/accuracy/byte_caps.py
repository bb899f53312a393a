"""The lazy tree less a window of as many bytes, in points of accuracy, k = 3, over a range of `max_bytes`."""

import numpy as np
from sklearn.base import clone

from benchmarks.accuracy.lazy_tree import Lead, orders
from benchmarks.report import Figure, at_least
from bestsofar.reproduce.lazy_tree.measures import KILOBYTE, lazy_trees, stream, through

SETS = ["halloffame", "kr-vs-kp", "sick", "hypothyroid", "mushroom", "splice", "powersupply"]
KILOBYTES = [20, 24, 32, 48, 64, 96, 128]
QUICK = 2  # sets
CLEARLY = 2  # standard errors


def run(*, quick: bool) -> list[Figure]:
    """Compare both on every set, in every amount of memory, and count where the tree is below, and where clearly."""
    leads = {name: [lead(name, size) for size in KILOBYTES] for name in SETS[: QUICK if quick else None]}
    columns = [f"{size} kB" for size in KILOBYTES]
    points = {name: [each.points for each in line] for name, line in leads.items()}
    places = [each for line in leads.values() for each in line]
    return [
        *(Figure(name, min(line), at_least(0), dict(zip(columns, line, strict=True))) for name, line in points.items()),
        Figure(f"places below, of {len(places)}", sum(each.points < 0 for each in places)),
        Figure("by two standard errors", sum(each.points < -CLEARLY * each.error for each in places)),
    ]


def lead(name: str, kilobytes: int) -> Lead:
    """Return how many points the tree is ahead; of sets without an order of their own, over several."""
    X, y, categorical = stream(name)
    models = lazy_trees(len(y), len(y), categorical)
    tree, window = (
        np.concatenate([through(clone(model), X[rows], y[rows])[0].right for rows in orders(name, len(y))])
        for model in (models[who].set_params(max_bytes=KILOBYTE * kilobytes) for who in ("L-tree", "local k-NN"))
    )
    return Lead.of(tree, window)
