"""1-NN accuracy in % on what the DROP family keeps, and on as many exemplars by GreedyRank."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from benchmarks.accuracy.kept import accuracy_of_rows
from benchmarks.data import Split, splits
from benchmarks.report import Figure
from bestsofar import Drop1, Drop2, Drop3, Drop4, Drop5, GreedyRank
from bestsofar.exemplars import Ranker

SETS = ["letter", "pendigits"]
SCHEMES = [Drop1, Drop2, Drop3, Drop4, Drop5]
NEIGHBORS = [1, 3]


def run(*, quick: bool) -> list[Figure]:
    """Reduce each set in each way."""
    return [figure for name in SETS for figure in reduced(name, next(splits(name)), NEIGHBORS[quick:])]


def reduced(name: str, split: Split, neighbors: list[int]) -> Iterator[Figure]:
    """Classify the test part by what is kept of the training part."""
    yield Figure(f"{name}: all", accuracy_of_rows(split, slice(None)), None, {"kept, %": 100})
    greedy = GreedyRank().rank(split.X, split.y)
    for scheme in [scheme(n_neighbors=k) for k in neighbors for scheme in SCHEMES]:
        kept = survivors(split, scheme)
        behind = {"kept, %": 100 * len(kept) / len(split.y), "GreedyRank": accuracy_of_rows(split, greedy[: len(kept)])}
        yield Figure(f"{name}: {scheme}", accuracy_of_rows(split, kept), None, behind)


def survivors(split: Split, scheme: Ranker) -> npt.NDArray[np.int64]:
    """Return the indices of what a scheme keeps."""
    scheme.fit_resample(split.X, split.y)
    return scheme.sample_indices_
