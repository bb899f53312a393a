"""Orders without their noisy tail: points of final accuracy that trimming gains, and mon; mean curve of the folds."""

from collections.abc import Iterator

import numpy as np

from benchmarks.data import small_splits
from benchmarks.report import Figure, at_least
from bestsofar import GreedyRank, SimpleRank
from bestsofar.evaluation import AnytimeCurve
from bestsofar.reproduce.orders import accuracy

SETS = ["ionosphere", "australian", "vowel", "spambase", "satimage", "magic"]
ROWS = 2_000
ORDERS = [SimpleRank, GreedyRank]
MIN_MON = 0.995


def run(*, quick: bool) -> list[Figure]:
    """Compare whole and trimmed orders."""
    return [figure for name in SETS for order in ORDERS for figure in compare(name, order, quick=quick)]


def compare(name: str, order: type, *, quick: bool) -> Iterator[Figure]:
    """Yield what trimming gains in the end, and how monotonic the trimmed curve is."""
    whole, trimmed = (mean_curve(name, order(trim=trim), quick=quick) for trim in (False, True))
    what = f"{name}, {order.__name__}"
    ends = {"whole, %": 100 * whole.accuracy[-1], "trimmed, %": 100 * trimmed.accuracy[-1]}
    yield Figure(f"{what}: final accuracy gained", 100 * (trimmed.accuracy[-1] - whole.accuracy[-1]), at_least(0), ends)
    yield Figure(f"{what}: mon", trimmed.mon, at_least(MIN_MON), {"whole: mon": whole.mon})


def mean_curve(name: str, order: SimpleRank | GreedyRank, *, quick: bool) -> AnytimeCurve:
    """Return the mean over the folds, after every number of exemplars that all of them have."""
    folds = list(small_splits(name, ROWS, quick=quick))
    steps = np.arange(len(np.unique(folds[0].y)), min(len(fold.y) for fold in folds) + 1)
    return AnytimeCurve(steps, np.mean([accuracy(fold, order, steps) / 100 for fold in folds], axis=0))
