"""Calibration of Answer.confidence on test data: expected error in points against the label a query ended with."""

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split, splits
from benchmarks.report import Figure, at_most
from bestsofar import BayesTreeClassifier, NeighborsClassifier
from bestsofar.base import AnytimeClassifier

SETS = ["letter", "pendigits", "satimage", "magic", "spambase", "TwoPatterns"]
TREE_SETS = SETS[:-1]  # no series
SHARES = [0.01, 0.03, 0.1, 0.3]  # of the training rows, one of which is a step of neighbours
NODES = [3, 10, 30, 100]  # steps of a tree
CAPACITY, BATCH = 300, 50
KEPT_SHARES = [0.05, 0.1, 0.3, 0.6]  # of the capacity
BINS = 10
MAX_QUERIES = 4_000
TOLERANCE = 5  # points: what is held to be calibrated


def run(*, quick: bool) -> list[Figure]:
    """Measure the error on each set, at several numbers of steps; the worst of these counts."""
    queries = 500 if quick else MAX_QUERIES
    return [
        *[neighbors(name, next(splits(name, quick=True)), queries) for name in SETS],
        *[
            kept(name, next(splits(name, quick=True)), queries, stream=stream)
            for name in SETS
            for stream in (False, True)
        ],
        *[tree(name, next(splits(name, quick=True)), queries) for name in TREE_SETS],
    ]


def neighbors(name: str, split: Split, queries: int) -> Figure:
    """Stop neighbours at shares of a whole query."""
    stops = {f"at {share:.0%}": round(share * len(split.y)) for share in SHARES}
    return one_set(name, NeighborsClassifier(), split, stops, queries)


def kept(name: str, split: Split, queries: int, *, stream: bool) -> Figure:
    """Keep some exemplars of all rows, or of batches of a stream; stop their queries at shares of them."""
    model = NeighborsClassifier(capacity=CAPACITY)
    for start in range(0, len(split.y), BATCH if stream else len(split.y)):
        batch = slice(start, start + BATCH if stream else None)
        model.partial_fit(split.X[batch], split.y[batch])
    stops = {f"at {share:.0%}": round(share * CAPACITY) for share in KEPT_SHARES}
    what = f"{name}: {CAPACITY} kept {'of a stream' if stream else 'at once'}"
    return compared(what, model, split, stops, queries)


def tree(name: str, split: Split, queries: int) -> Figure:
    """Stop Bayes trees after some steps."""
    stops = {f"at {nodes}": nodes for nodes in NODES}
    return one_set(f"{name}: Bayes tree", BayesTreeClassifier(), split, stops, queries)


def one_set(what: str, model: AnytimeClassifier, split: Split, stops: dict[str, int], queries: int) -> Figure:
    """Fit a model, and compare its confidence with the outcome."""
    return compared(what, model.fit(split.X, split.y), split, stops, queries)


def compared(what: str, model: AnytimeClassifier, split: Split, stops: dict[str, int], queries: int) -> Figure:
    """Classify test objects, each stopped at every stop, and compare confidence with outcome."""
    traces = [trace(model, x, list(stops.values())) for x in split.X_test[:queries]]
    confidence, settled = (np.array(column) for column in zip(*traces, strict=True))
    errors = {stop: 100 * calibration_error(confidence[:, i], settled[:, i]) for i, stop in enumerate(stops)}
    return Figure(what, max(errors.values()), at_most(TOLERANCE), errors)


def trace(model: AnytimeClassifier, x: npt.NDArray, stops: list[int]) -> tuple[list[float], list[bool]]:
    """Give, at every stop, the confidence and whether the label was already the final one."""
    query = model.begin(x)
    answers = [query.refine(steps=max(stop - query.steps, 0)).answer for stop in stops]
    final = query.refine().answer.label
    return [answer.confidence for answer in answers], [answer.label == final for answer in answers]


def calibration_error(confidence: npt.NDArray, settled: npt.NDArray) -> float:
    """Return the mean gap between confidence and outcome, over bins of equal width."""
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = np.bincount(bins, confidence, BINS) - np.bincount(bins, settled, BINS)
    return float(np.abs(gaps).sum() / len(confidence))
