"""1-NN accuracy in % of condensed training sets, less that of as many exemplars by MarginRank and GreedyRank."""

import numpy as np
import numpy.typing as npt
from imblearn.under_sampling import CondensedNearestNeighbour

from benchmarks.accuracy.kept import accuracy_of_rows
from benchmarks.data import Split, small_splits, splits
from benchmarks.report import Figure, at_least
from bestsofar import GreedyRank, MarginRank

SETS = ["pendigits", "letter"]
QUICK_ROWS = 5_000
SMALL = 2_500  # rows for imbalanced-learn, which takes hours for all: its model is fitted again for every row kept


def run(*, quick: bool) -> list[Figure]:
    """Condense the files' own training parts by Hart's rule, and small parts by imbalanced-learn's form of it."""
    figures = []
    for name in SETS:
        whole = next(small_splits(name, QUICK_ROWS, quick=True) if quick else splits(name))
        figures.append(compared(f"{name}, Hart", whole, hart(whole.X, whole.y)))
        small = next(small_splits(name, SMALL, quick=True))
        condensed = CondensedNearestNeighbour(sampling_strategy="all", random_state=0)
        condensed.fit_resample(small.X, small.y)
        figures.append(compared(f"{name}, imbalanced-learn", small, condensed.sample_indices_))
    return figures


def hart(X: npt.NDArray, y: npt.NDArray) -> npt.NDArray[np.int64]:
    """Keep the first row, and pass by pass those that the kept get wrong, until a pass finds none (Hart 1968)."""
    kept = [0]
    nearest = np.square(X - X[0]).sum(axis=1)
    label = np.full(len(y), y[0])
    before = 0
    while len(kept) > before:
        before = len(kept)
        for row in range(len(y)):
            if label[row] != y[row]:
                kept.append(row)
                distance = np.square(X - X[row]).sum(axis=1)
                closer = distance < nearest
                nearest[closer], label[closer] = distance[closer], y[row]
                nearest[row], label[row] = 0, y[row]
    return np.array(kept)


def compared(what: str, split: Split, condensed: npt.NDArray) -> Figure:
    """Compare with the first rows of our orders, as many and half as many."""
    margin, greedy = (scheme.rank(split.X, split.y) for scheme in (MarginRank(), GreedyRank()))
    size, theirs = len(condensed), accuracy_of_rows(split, condensed)
    ours = accuracy_of_rows(split, margin[:size])
    behind = {
        "kept, %": 100 * size / len(split.y),
        "condensed": theirs,
        "MarginRank": ours,
        "half as many": accuracy_of_rows(split, margin[: size // 2]),
        "GreedyRank": accuracy_of_rows(split, greedy[:size]),
        "all": accuracy_of_rows(split, slice(None)),
    }
    return Figure(what, ours - theirs, at_least(0), behind)
