"""The lazy tree on ten million records: bytes and records a second, the first million against the last."""

from time import process_time

import numpy.typing as npt

from benchmarks.memory import MEBIBYTE, peak_bytes
from benchmarks.report import Figure, at_least, at_most
from bestsofar import LazyTreeClassifier, datasets

MILLION = 1_000_000


def run(*, quick: bool) -> list[Figure]:
    """Learn the same drifting million ten times, with two memories and with a window."""
    part = MILLION // 10 if quick else MILLION
    X, y = datasets.drifting_surface(part, random_state=0)
    return [*through("auto", X, y), *through(0, X, y)]


def through(gamma: float | str, X: npt.NDArray, y: npt.NDArray) -> list[Figure]:
    """Put ten parts through one tree."""
    model = LazyTreeClassifier(gamma, n_neighbors=1)
    speeds, sizes, peaks = [], [], []
    for _ in range(10):
        start = process_time()
        model.test_then_learn(X, y)
        speeds.append(len(y) / (process_time() - start))
        sizes.append(model.nbytes)
        peaks.append(peak_bytes() / MEBIBYTE)
    name = f"gamma={gamma}, {10 * len(y):,} records"
    behind = {"first, records/s": speeds[0], "last, records/s": speeds[-1]}
    return [
        Figure(f"{name}: speed of the last tenth / of the first", speeds[-1] / speeds[0], at_least(0.9), behind),
        Figure(f"{name}: bytes after the last tenth / after the first", sizes[-1] / sizes[0], at_most(1.1)),
        Figure(f"{name}: MiB of the process, the last peak less the second", peaks[-1] - peaks[1], at_most(1)),
    ]
