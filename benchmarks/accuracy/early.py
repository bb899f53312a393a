"""Accuracy in % after the first tenth of the exemplars, as a share of the final one."""

import numpy as np

from benchmarks.data import Split, folds_of_both_files, splits
from benchmarks.report import Figure, at_least
from bestsofar import GreedyRank, SimpleRank
from bestsofar.exemplars import Ranker
from bestsofar.reproduce.orders import accuracy

SETS = ["australian", "ionosphere", "letter", "pendigits", "covtype", "FaceAll", "TwoPatterns", "Fish"]
ORDERS = [SimpleRank(), GreedyRank()]
# The paper names the Euclidean distance for its data sets, and rotation for Fish; yet the 0.0 % error that it reports
# on TwoPatterns is out of Euclid's reach and what DTW has. So the series are measured, and counted, both ways.
METRICS = {"Fish": "rotation"}
WARPED = {"FaceAll": "dtw", "TwoPatterns": "dtw"}
# The training files of series are small: a tenth of Fish's is 17 objects, two or three of a class, and one object of
# its test file is more than half a point. So they are measured by folds of both files as well.
FOLDED = ["FaceAll", "TwoPatterns", "Fish"]


def run(*, quick: bool) -> list[Figure]:
    """Count, for each order, the sets on which a tenth of the exemplars gives 90 % of the final accuracy."""
    return [figure for order in ORDERS for figure in counts(order, quick=quick)]


def counts(order: Ranker, *, quick: bool) -> list[Figure]:
    """Measure all sets with one order, then the series once more with DTW, and by folds."""
    scheme = type(order).__name__

    def measure(name: str, metric: str) -> Figure:
        return one_set(f"{scheme}, {name}, {metric}", order, metric, list(splits(name, quick=quick)))

    def fold(name: str, metric: str) -> Figure:
        parts = list(folds_of_both_files(name, quick=quick))
        return one_set(f"{scheme}, {name}, {metric}, five folds", order, metric, parts)

    plain = {name: measure(name, METRICS.get(name, "euclidean")) for name in SETS}
    warped = {name: measure(name, metric) for name, metric in WARPED.items()}
    folded = {name: fold(name, METRICS.get(name, "euclidean")) for name in FOLDED}
    return [
        *plain.values(),
        count(f"{scheme}: sets that hold", plain),
        *folded.values(),
        count(f"{scheme}: sets that hold, series by folds", plain | folded),
        *warped.values(),
        count(f"{scheme}: sets that hold, series by DTW", plain | warped),
        count(f"{scheme}: sets that hold, series by DTW, Fish by folds", plain | folded | warped),
    ]


def one_set(what: str, order: Ranker, metric: str, parts: list[Split]) -> Figure:
    """Compare a tenth with all, as means over the folds."""
    steps = [[len(part.y) // 10, len(part.y)] for part in parts]
    curves = [accuracy(part, order, stops, metric=metric) for part, stops in zip(parts, steps, strict=True)]
    early, final = np.mean(curves, axis=0)
    return Figure(what, 100 * early / final, at_least(90), {"at 10 %": early, "final": final})


def count(what: str, figures: dict[str, Figure]) -> Figure:
    """Count those that hold."""
    return Figure(what, sum(bool(figure.held) for figure in figures.values()), at_least(7))
