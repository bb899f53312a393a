"""Accuracy in % after the first tenth of the exemplars, as a share of the final one."""

import numpy as np

from benchmarks.data import Split, all_rows, folds_of_both_files, splits, whole_covtype
from benchmarks.report import Figure, at_least
from bestsofar import GreedyRank, NeighborsClassifier, RandomRank, SimpleRank
from bestsofar.exemplars import Ranker
from bestsofar.reproduce.orders import accuracy

SETS = ["australian", "ionosphere", "letter", "pendigits", "covtype", "FaceAll", "TwoPatterns", "Fish"]
ORDERS = [SimpleRank(), SimpleRank(votes="decisive"), GreedyRank()]
# Which metric the paper used for its series shows in its figures: on TwoPatterns it has no error, as DTW has and Euclid
# has not; on Fish 88.57 %, as rotation has when each fish of both files is left out in turn, but not on the test file.
ROTATED = {"Fish": "rotation"}
WARPED = {"FaceAll": "dtw", "TwoPatterns": "dtw"}
SERIES = ["FaceAll", "TwoPatterns", "Fish"]


def run(*, quick: bool) -> list[Figure]:
    """Count, for each order, the sets on which a tenth of the exemplars gives 90 % of the final accuracy."""
    return [*(figure for order in ORDERS for figure in counts(order, quick=quick)), fish_left_out()]


def counts(order: Ranker, *, quick: bool) -> list[Figure]:
    """Measure all sets with one order, series in several ways; each way of counting has the target."""
    scheme = str(order)

    def measure(name: str, metric: str) -> Figure:
        return one_set(f"{scheme}, {name}, {metric}", order, metric, parts_of(name, quick=quick))

    def fold(name: str, metric: str) -> Figure:
        parts = list(folds_of_both_files(name, quick=quick))
        return one_set(f"{scheme}, {name}, {metric}, five folds", order, metric, parts)

    plain = {name: measure(name, ROTATED.get(name, "euclidean")) for name in SETS}
    warped = {name: measure(name, metric) for name, metric in WARPED.items()}
    folded = {name: fold(name, ROTATED.get(name, "euclidean")) for name in SERIES}
    return [
        *plain.values(),
        *warped.values(),
        *folded.values(),
        count(f"{scheme}: series by DTW, Fish by folds, as the paper has them", plain | folded | warped),
        count(f"{scheme}: series by DTW, files as they come", plain | warped),
        count(f"{scheme}: series by Euclid, by folds", plain | folded),
        count(f"{scheme}: series by Euclid, files as they come", plain),
    ]


def parts_of(name: str, *, quick: bool) -> list[Split]:
    """Take all of covtype's test part: on a sample of 5,000 the share is known to a point only."""
    return [whole_covtype()] if name == "covtype" and not quick else list(splits(name, quick=quick))


def one_set(what: str, order: Ranker, metric: str, parts: list[Split]) -> Figure:
    """Compare a tenth with all, as means over the folds."""
    steps = [[len(part.y) // 10, len(part.y)] for part in parts]
    curves = [accuracy(part, order, stops, metric=metric) for part, stops in zip(parts, steps, strict=True)]
    early, final = np.mean(curves, axis=0)
    return Figure(what, 100 * early / final, at_least(90), {"at 10 %": early, "final": final})


def count(what: str, figures: dict[str, Figure]) -> Figure:
    """Count those that hold."""
    return Figure(f"{what}: sets that hold", sum(bool(figure.held) for figure in figures.values()), at_least(7))


def fish_left_out() -> Figure:
    """Classify each fish of both files by all others."""
    X, y = all_rows("Fish")
    model = NeighborsClassifier(RandomRank(random_state=0), n_neighbors=2, metric="rotation").fit(X, y)
    others = [next(n for n in model.begin(x).refine().answer.neighbors if n != i) for i, x in enumerate(X)]
    return Figure("Fish, one left out: accuracy", 100 * np.mean(y[others] == y), None, {"the paper": 88.57})
