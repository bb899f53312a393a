"""1-NN accuracy in % with a share of the exemplars kept: HeirRank online less SimpleRank, which sees everything."""

from collections.abc import Callable

import numpy as np

from benchmarks.accuracy.kept import accuracy
from benchmarks.accuracy.online import of_stream
from benchmarks.data import Split, small_splits, splits
from benchmarks.report import Figure
from bestsofar import HeirRank, SimpleRank

SHARES = {"satimage": 0.02, "pendigits": 0.05, "magic": 0.05, "letter": 0.10, "FaceAll": 0.50}
SMALL = 2_500  # rows, a fifth of them to test with: the size at which the scheme was first tried
FIRST_TRIED = {"satimage": 83.0, "pendigits": 87.8, "magic": 81.8, "letter": 55.8, "FaceAll": 89.1}


def run(*, quick: bool) -> list[Figure]:
    """Compare them on all sets, each at its share: a few rows of each as when it was first tried, then all rows."""
    few = {name: list(small_splits(name, SMALL, quick=quick)) for name in SHARES}
    return [
        *(against_simple(name, parts, {"first tried": FIRST_TRIED[name]}) for name, parts in few.items()),
        *(against_simple(name, list(splits(name, quick=quick)), {}) for name in SHARES),
    ]


def against_simple(name: str, parts: list[Split], noted: dict[str, float]) -> Figure:
    """Measure one set, the mean over its folds."""
    share, rows = SHARES[name], len(parts[0].y)

    def mean(measure: Callable[[Split, int], float]) -> float:
        return float(np.mean([measure(split, round(share * len(split.y))) for split in parts]))

    simple = mean(lambda split, keep: accuracy(split, *SimpleRank(keep).fit_resample(split.X, split.y)))
    whole = mean(lambda split, keep: accuracy(split, *HeirRank(keep).fit_resample(split.X, split.y)))
    heirs = mean(lambda split, keep: of_stream(split, HeirRank(keep), keep // 2))
    behind = {"SimpleRank": simple, "HeirRank": whole, "online": heirs} | noted
    return Figure(f"{name}, {share:.0%} of {rows:,}", heirs - simple, None, behind)
