"""Accuracy in % of Parzen early on: less that of 1-NN at equal steps, and with sums weighted by class."""

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split, small_splits
from benchmarks.report import Figure
from bestsofar import GreedyRank, NeighborsClassifier, ParzenClassifier, RandomRank, SimpleRank
from bestsofar.exemplars import Ranker
from bestsofar.exemplars.order import one_of_each_first

SETS = ["letter", "pendigits", "magic"]
ROWS = 5_000  # a fifth of them to test with
ORDERS = [GreedyRank(), SimpleRank(), RandomRank(random_state=0)]
SHARES = [0.01, 0.05, 0.1, 0.3, 1.0]


def run(*, quick: bool) -> list[Figure]:
    """Compare on all sets, for every order, after some shares of the exemplars: the means over the folds."""
    figures = []
    for name in SETS:
        parts = list(small_splits(name, ROWS, quick=quick))
        for order in ORDERS:
            curves = np.mean([accuracies(part, order) for part in parts], axis=0)
            figures += [
                Figure(
                    f"{name}, {type(order).__name__}, {share:.0%}: Parzen - 1-NN",
                    parzen - nearest,
                    None,
                    {"Parzen": parzen, "weighted": weighted, "1-NN": nearest},
                )
                for share, (parzen, weighted, nearest) in zip(SHARES, curves, strict=True)
            ]
    return figures


def accuracies(split: Split, order: Ranker) -> npt.NDArray:
    """Give, after each share, the accuracy of the sums as they are, of weighted ones, and of the nearest neighbour."""
    parzen = ParzenClassifier(order).fit(split.X, split.y)
    nearest = NeighborsClassifier(order).fit(split.X, split.y)
    steps = [max(len(parzen.classes_), round(share * len(split.y))) for share in SHARES]
    labels = [
        parzen.labels_after(split.X_test, steps),
        np.column_stack([weighted(parzen, split, order, count) for count in steps]),
        nearest.labels_after(split.X_test, steps),
    ]
    return np.transpose([100 * (found == split.y_test[:, None]).mean(axis=0) for found in labels])


def weighted(model: ParzenClassifier, split: Split, order: Ranker, steps: int) -> npt.NDArray:
    """Label by the share of a class in the training set times the mean kernel of its exemplars read so far."""
    codes = np.searchsorted(model.classes_, split.y)
    read = codes[one_of_each_first(order.rank(split.X, split.y), codes)[:steps]]
    shares = model.predict_proba(split.X_test, steps=steps)
    unreached = np.isclose(shares, 1 / len(model.classes_)).all(axis=1)
    best = (shares * np.bincount(codes) / np.bincount(read)).argmax(axis=1)
    return np.where(unreached, model.predict(split.X_test, steps=steps), model.classes_[best])
