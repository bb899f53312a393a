"""1-NN accuracy in % of k exemplars kept in one pass: MarginRank less the best of the others."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from benchmarks.accuracy.kept import accuracy, accuracy_of_rows
from benchmarks.data import SEED, Split, small_splits
from benchmarks.report import Figure, at_least
from bestsofar import EBEL, GreedyRank, HeirRank, MarginRank
from bestsofar.exemplars import IncrementalRanker

SHARES = {"satimage": 0.02, "pendigits": 0.05, "magic": 0.05, "letter": 0.10, "FaceAll": 0.50, "spambase": 0.02}
ONE_BY_ONE = ["satimage", "spambase"]  # the smallest k, with the smallest batches
ROWS = 2_500  # a fifth of them to test with
SCHEMES: dict[str, Callable[[int], IncrementalRanker]] = {
    "MarginRank": MarginRank,
    "GreedyRank": GreedyRank,
    "HeirRank": HeirRank,
    "EBEL": EBEL,
}


def run(*, quick: bool) -> list[Figure]:
    """Keep each set's share in batches of k / 2, then some record by record."""
    return [
        *(one_set(name, lambda keep: keep // 2, quick=quick) for name in SHARES),
        *(one_set(name, lambda _: 1, quick=quick) for name in ONE_BY_ONE),
    ]


def one_set(name: str, batch: Callable[[int], int], *, quick: bool) -> Figure:
    """Measure all schemes, the means over the folds."""
    parts = list(small_splits(name, ROWS, quick=quick))
    keep = round(SHARES[name] * len(parts[0].y))
    means = {
        scheme: float(np.mean([of_stream(split, make(keep), batch(keep)) for split in parts]))
        for scheme, make in SCHEMES.items()
    }
    means["window"] = float(np.mean([accuracy_of_rows(split, stream(split)[-keep:]) for split in parts]))
    means["reservoir"] = float(np.mean([accuracy_of_rows(split, reservoir(split, keep)) for split in parts]))
    best = max(mean for scheme, mean in means.items() if scheme != "MarginRank")
    what = f"{name}, {SHARES[name]:.0%}, batches of {batch(keep)}"
    return Figure(what, means["MarginRank"] - best, at_least(-1), means)


def stream(split: Split) -> npt.NDArray[np.int64]:
    """Return the rows in the order in which they come."""
    return np.random.default_rng(SEED).permutation(len(split.y))


def of_stream(split: Split, scheme: IncrementalRanker, batch: int) -> float:
    """Learn one pass, and classify with what is kept."""
    rows = stream(split)
    for some in np.array_split(rows, np.arange(batch, len(rows), batch)):
        scheme.partial_fit(split.X[some], split.y[some])
    return accuracy(split, scheme.exemplars_, scheme.labels_)


def reservoir(split: Split, keep: int) -> npt.NDArray[np.int64]:
    """Return a fair sample of all rows, as a reservoir would."""
    return np.random.default_rng(SEED + 1).permutation(len(split.y))[:keep]
