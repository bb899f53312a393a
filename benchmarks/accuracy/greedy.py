"""Mean accuracy in % over the first tenth of the exemplars: SimpleRank with either votes, and GreedyRank's forms."""

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split, splits
from benchmarks.report import Figure, at_least
from bestsofar import GreedyRank, SimpleRank
from bestsofar.exemplars import Ranker
from bestsofar.reproduce.orders import accuracy

SETS = [
    "letter", "pendigits", "optdigits", "vowel", "satimage", "magic", "spambase", "FaceAll", "TwoPatterns",
    "ionosphere", "australian",
]  # fmt: skip
SIMPLE = {"SimpleRank": SimpleRank(), "decisive": SimpleRank(votes="decisive")}
FORMS = {
    "hard": GreedyRank(sharpness=None, sample=None),
    "4": GreedyRank(sharpness=4, sample=None),
    "8": GreedyRank(sharpness=8, sample=None),
}
SAMPLES = [2_000, 5_000, 10_000]
LARGE_SETS = ["letter", "magic"]


def run(*, quick: bool) -> list[Figure]:
    """Compare the forms on all sets, then the losses of ranking only a sample."""
    means = {
        name: {order: early_mean(name, ranker, quick=quick) for order, ranker in (SIMPLE | FORMS).items()}
        for name in SETS
    }
    return [*(gain(name, by_order) for name, by_order in means.items()), *wins(means), *losses(means, quick=quick)]


def early_mean(name: str, order: Ranker, *, quick: bool) -> float:
    """Return the mean accuracy over the first tenth, and over the folds."""
    return float(np.mean([accuracy(split, order, first_tenth(split)).mean() for split in splits(name, quick=quick)]))


def first_tenth(split: Split) -> npt.NDArray[np.int64]:
    """Return every number of exemplars from one per class up to a tenth of all."""
    classes = len(np.unique(split.y))
    return np.arange(classes, max(len(split.y) // 10, classes + 1) + 1)


def gain(name: str, by_order: dict[str, float]) -> Figure:
    """How much the best form gains on one set."""
    best = max(by_order[form] for form in FORMS)
    return Figure(f"{name}: best form - SimpleRank", best - by_order["SimpleRank"], None, by_order)


def wins(means: dict[str, dict[str, float]]) -> list[Figure]:
    """On how many sets each form is above SimpleRank."""
    return [
        Figure(
            f"sharpness {form}: sets above SimpleRank, of {len(means)}",
            sum(by_order[form] > by_order["SimpleRank"] for by_order in means.values()),
            at_least(9),
            {form: np.mean([by_order[form] for by_order in means.values()])},
        )
        for form in FORMS
    ]


def losses(means: dict[str, dict[str, float]], *, quick: bool) -> list[Figure]:
    """What the default form loses where only a sample is ranked."""
    return [
        Figure(f"{name}: loss with sample={sample:,}", means[name]["8"] - value, None, {"8": value})
        for name in LARGE_SETS
        for sample in SAMPLES
        for value in [early_mean(name, GreedyRank(sample=sample), quick=quick)]
    ]
