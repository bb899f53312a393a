"""Area under the ROC curve in % with a tenth of the exemplars kept: ABEL one by one less ABEL exact."""

from collections.abc import Iterable
from time import perf_counter

import numpy as np
import numpy.typing as npt
from sklearn.metrics import pairwise_distances, roc_auc_score

from benchmarks.data import SEED, Split, small_splits, splits
from benchmarks.posteriors import bandwidth_of
from benchmarks.report import Figure
from bestsofar import ABEL, EBEL, GreedyRank, RandomRank

KEPT = 0.1
SMALL = 1_875  # rows, a fifth of them to test with


def run(*, quick: bool) -> list[Figure]:
    """Compare both, with other schemes beside them, on 1,500 rows of magic and on all of satimage."""
    return [
        against_exact("magic", small_splits("magic", SMALL, quick=quick)),
        against_exact("satimage", splits("satimage")),
    ]


def against_exact(name: str, parts: Iterable[Split]) -> Figure:
    """Measure one set, the mean over its folds."""
    results = [measured(split) for split in parts]
    mean = {column: float(np.mean([result[column] for result in results])) for column in results[0]}
    return Figure(f"{name}: one-by-one - exact", mean["one-by-one"] - mean["exact"], None, mean)


def measured(split: Split) -> dict[str, float]:
    """Return the area that each scheme leaves, and how much longer the exact one takes."""
    bandwidth = bandwidth_of(ABEL(), split.X, np.unique(split.y, return_inverse=True)[1]).at(len(split.y))
    schemes = {
        "exact": ABEL(KEPT, bandwidth=bandwidth, random_state=SEED),
        "one-by-one": ABEL(KEPT, bandwidth=bandwidth, auc="one-by-one", random_state=SEED),
        "EBEL": EBEL(KEPT, bandwidth=bandwidth),
        "GreedyRank": GreedyRank(KEPT),
        "random": RandomRank(KEPT, random_state=SEED),
        "all": RandomRank(),
    }
    areas, seconds = {}, {}
    for name, scheme in schemes.items():
        start = perf_counter()
        X, y = scheme.fit_resample(split.X, split.y)
        seconds[name] = perf_counter() - start
        areas[name] = area(split, X, y, bandwidth * (len(split.y) / len(y)) ** 0.2)
    return areas | {"time, exact / one-by-one": seconds["exact"] / seconds["one-by-one"]}


def area(split: Split, X: npt.NDArray, y: npt.NDArray, bandwidth: float) -> float:
    """Let exemplars classify the test part with Gaussian kernels; the mean area of one class against the rest."""
    power = -pairwise_distances(split.X_test.astype(np.float64), X, metric="sqeuclidean") / (2 * bandwidth**2)
    kernels = np.exp(power - power.max(axis=1, keepdims=True))
    classes = np.unique(split.y)
    sums = np.stack([kernels[:, y == label].sum(axis=1) for label in classes], axis=1)
    shares = sums / sums.sum(axis=1, keepdims=True)
    scores = shares[:, 1] if len(classes) == 2 else shares
    return 100 * roc_auc_score(split.y_test, scores, multi_class="ovr", labels=classes)
