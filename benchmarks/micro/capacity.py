"""A learner with room for 500 exemplars, fed 200,000 drifting records: its memory, its cap, its speed, its accuracy."""

from collections.abc import Iterator
from time import perf_counter

import numpy as np
import numpy.typing as npt

from benchmarks.memory import MEBIBYTE, resident_bytes
from benchmarks.report import Figure, at_most
from bestsofar import NeighborsClassifier

CAPACITY, RECORDS, BATCH = 500, 200_000, 200
CLASSES, FEATURES = 5, 8


def run(*, quick: bool) -> list[Figure]:
    """Feed it, look at it after every batch, and compare the end with when it was first full."""
    model = NeighborsClassifier(capacity=CAPACITY)
    right, seconds, held, resident = [], 0.0, [], []
    for X, y in drifting(RECORDS // 20 if quick else RECORDS):
        if held:
            right.append((model.predict(X) == y).mean())
        start = perf_counter()
        model.partial_fit(X, y)
        seconds += perf_counter() - start
        held.append((len(model.labels_), model.nbytes))
        resident.append(resident_bytes())
    exemplars, nbytes = np.transpose(held)
    full = len(held) // 10
    return [
        Figure("most exemplars held", exemplars.max(), at_most(CAPACITY)),
        Figure("bytes held, last / when full", nbytes[-1] / nbytes[full], at_most(1), {"nbytes": nbytes[-1]}),
        Figure("resident MiB gained since it was full", (resident[-1] - resident[full]) / MEBIBYTE, at_most(5)),
        Figure("records learned per second", len(held) * BATCH / seconds, None, {"batch": BATCH}),
        Figure("accuracy before learning, %", 100 * np.mean(right), None, {"last tenth": 100 * np.mean(right[-full:])}),
    ]


def drifting(records: int) -> Iterator[tuple[npt.NDArray, npt.NDArray]]:
    """Yield batches of classes whose centres wander, with one label in twenty wrong."""
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(CLASSES, FEATURES))
    for _ in range(records // BATCH):
        centres += 0.05 * rng.normal(size=centres.shape)
        y = rng.integers(0, CLASSES, BATCH)
        X = centres[y] + 0.6 * rng.normal(size=(BATCH, FEATURES))
        yield X, np.where(rng.random(BATCH) < 0.05, rng.integers(0, CLASSES, BATCH), y)
