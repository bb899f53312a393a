"""1-NN accuracy in % with a share of the exemplars kept: HeirRank online less SimpleRank, which sees everything."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from benchmarks.accuracy.kept import accuracy
from benchmarks.data import SEED, Split, small_splits, splits
from benchmarks.report import Figure
from bestsofar import HeirRank, SimpleRank

SHARES = {"satimage": 0.02, "pendigits": 0.05, "magic": 0.05, "letter": 0.10, "FaceAll": 0.50}
SMALL = 2_500  # rows, a fifth of them to test with: the size at which the scheme was first tried
FIRST_TRIED = {"satimage": 83.0, "pendigits": 87.8, "magic": 81.8, "letter": 55.8, "FaceAll": 89.1}
Exemplars = tuple[npt.NDArray, npt.NDArray]


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

    def mean(choose: Callable[[Split, int], Exemplars]) -> float:
        return float(np.mean([accuracy(split, *choose(split, round(share * len(split.y)))) for split in parts]))

    simple = mean(lambda split, keep: SimpleRank(keep).fit_resample(split.X, split.y))
    whole = mean(lambda split, keep: HeirRank(keep).fit_resample(split.X, split.y))
    heirs = mean(online)
    behind = {"SimpleRank": simple, "HeirRank": whole, "online": heirs} | noted
    return Figure(f"{name}, {share:.0%} of {rows:,}", heirs - simple, None, behind)


def online(split: Split, keep: int) -> Exemplars:
    """Learn one pass in random order, in batches of half as many as are kept."""
    shuffled = np.random.default_rng(SEED).permutation(len(split.y))
    scheme = HeirRank(keep)
    for batch in np.array_split(shuffled, np.arange(keep // 2, len(shuffled), keep // 2)):
        scheme.partial_fit(split.X[batch], split.y[batch])
    return scheme.exemplars_, scheme.labels_
