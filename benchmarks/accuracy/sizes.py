"""1-NN accuracy in % with 1 to 50 % of the exemplars kept: what each scheme loses to the best of all."""

import numpy as np
import numpy.typing as npt

from benchmarks.accuracy.kept import accuracy_of_rows
from benchmarks.data import small_splits
from benchmarks.report import Figure, at_most
from bestsofar import (
    ABEL,
    EBEL,
    Drop1,
    Drop2,
    Drop3,
    Drop4,
    Drop5,
    GreedyRank,
    HeirRank,
    MarginRank,
    PosteriorRank,
    RandomRank,
    SimpleRank,
)
from bestsofar.exemplars import Ranker

SETS = [
    "letter", "pendigits", "optdigits", "vowel", "satimage", "magic", "spambase", "FaceAll", "TwoPatterns",
    "ionosphere", "australian",
]  # fmt: skip
SHARES = [0.01, 0.02, 0.05, 0.10, 0.20, 0.50]
ROWS = 2_000  # a fifth of them to test with
BEST = "MarginRank"
SCHEMES: dict[str, Ranker] = {
    BEST: MarginRank(),
    "GreedyRank": GreedyRank(),
    "GreedyRank, hard": GreedyRank(sharpness=None),
    "SimpleRank": SimpleRank(),
    "HeirRank": HeirRank(),
    "PosteriorRank": PosteriorRank(),
    "EBEL": EBEL(),
    "EBEL, balanced": EBEL(balanced=True),
    "ABEL": ABEL(random_state=0),
    "Drop1": Drop1(),
    "Drop2": Drop2(),
    "Drop3": Drop3(),
    "Drop4": Drop4(),
    "Drop5": Drop5(),
    "RandomRank": RandomRank(random_state=0),
}


def run(*, quick: bool) -> list[Figure]:
    """Rank every set by every scheme; give the worst loss on each set, then over all."""
    accuracy = np.array([[curve(name, scheme, quick=quick) for name in SETS] for scheme in SCHEMES.values()])
    losses = accuracy.max(axis=0) - accuracy
    return [*by_set(accuracy, losses), *by_scheme(losses)]


def curve(name: str, scheme: Ranker, *, quick: bool) -> npt.NDArray:
    """Return the accuracy at each share, the mean over the folds."""
    folds = []
    for split in small_splits(name, ROWS, quick=quick):
        order = scheme.rank(split.X, split.y)
        sizes = [max(1, round(share * len(order))) for share in SHARES]
        folds.append([accuracy_of_rows(split, order[:size]) for size in sizes])
    return np.mean(folds, axis=0)


def by_set(accuracy: npt.NDArray, losses: npt.NDArray) -> list[Figure]:
    """The worst loss of each scheme on each set, and its accuracy at each size."""
    return [
        Figure(
            f"{name}: {scheme}",
            losses[j, i].max(),
            at_most(1) if scheme == BEST else None,
            {f"{share:.0%}": value for share, value in zip(SHARES, accuracy[j, i], strict=True)},
        )
        for i, name in enumerate(SETS)
        for j, scheme in enumerate(SCHEMES)
    ]


def by_scheme(losses: npt.NDArray) -> list[Figure]:
    """The worst and the mean loss of each scheme over the sets, and those at each size."""
    return [
        Figure(
            f"{name}: {what} loss",
            summary(loss),
            at_most(1) if name == BEST else None,
            {f"{share:.0%}": summary(loss[:, j]) for j, share in enumerate(SHARES)},
        )
        for name, loss in zip(SCHEMES, losses, strict=True)
        for what, summary in {"worst": np.max, "mean": np.mean}.items()
    ]
