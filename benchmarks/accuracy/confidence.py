"""Calibration of Answer.confidence on test data: expected error in points against the label a query ended with."""

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split, splits
from benchmarks.report import Figure, at_most
from bestsofar import NeighborsClassifier

SETS = ["letter", "pendigits", "satimage", "magic", "spambase", "TwoPatterns"]
SHARES = [0.01, 0.03, 0.1, 0.3]
BINS = 10
MOST_QUERIES = 4_000
TOLERANCE = 5  # points: what is held to be calibrated


def run(*, quick: bool) -> list[Figure]:
    """Measure the error on each set, at several shares of a whole query; the worst of these counts."""
    return [one_set(name, next(splits(name, quick=True)), 500 if quick else MOST_QUERIES) for name in SETS]


def one_set(name: str, split: Split, queries: int) -> Figure:
    """Classify test objects, each stopped at every share, and compare confidence with outcome."""
    model = NeighborsClassifier().fit(split.X, split.y)
    stops = [round(share * len(split.y)) for share in SHARES]
    traces = [trace(model, x, stops) for x in split.X_test[:queries]]
    confidence, settled = (np.array(column) for column in zip(*traces, strict=True))
    errors = {
        f"at {share:.0%}": 100 * calibration_error(confidence[:, i], settled[:, i]) for i, share in enumerate(SHARES)
    }
    return Figure(name, max(errors.values()), at_most(TOLERANCE), errors)


def trace(model: NeighborsClassifier, x: npt.NDArray, stops: list[int]) -> tuple[list[float], list[bool]]:
    """Give, at every stop, the confidence and whether the label was already the final one."""
    query = model.begin(x)
    answers = [query.refine(steps=max(stop - query.steps, 0)).answer for stop in stops]
    final = query.refine().answer.label
    return [answer.confidence for answer in answers], [answer.label == final for answer in answers]


def calibration_error(confidence: npt.NDArray, settled: npt.NDArray) -> float:
    """Give the mean gap between confidence and outcome, over bins of equal width."""
    bins = np.minimum((confidence * BINS).astype(int), BINS - 1)
    gaps = np.bincount(bins, confidence, BINS) - np.bincount(bins, settled, BINS)
    return float(np.abs(gaps).sum() / len(confidence))
