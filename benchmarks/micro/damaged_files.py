"""Damaged model files: each is refused with our error or makes a model that answers; the time and memory it takes."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from traceback import print_exc
from typing import NamedTuple
from unittest import mock

import numpy as np

from benchmarks.report import Figure, at_most
from benchmarks.timing import MILLISECOND
from bestsofar import BayesTreeClassifier, NeighborsClassifier, ParzenClassifier, load, save
from bestsofar.base import AnytimeClassifier
from bestsofar.errors import InvalidFile
from bestsofar.storage import file
from tests.damage import damages

ROWS = 2_000
SIZES_FROM_WHICH_FILES_ARE_MAPPED = (file.LARGE, 0)


class Outcome(NamedTuple):
    """What became of a file: whether it was not refused, whether its model answered, the time and memory it took."""

    opened: bool
    answered: bool
    seconds: float
    memory: float  # the most meanwhile, in sizes of the file


def run(*, quick: bool) -> list[Figure]:
    """Load each, and ask it if it opens."""
    outcomes, each = [], (400 if quick else 10_000) // (len(SIZES_FROM_WHICH_FILES_ARE_MAPPED) * 5)
    for large in SIZES_FROM_WHICH_FILES_ARE_MAPPED:
        with mock.patch.object(file, "LARGE", large):
            outcomes += outcomes_of_all(each)
    opened, answered, seconds, memory = np.transpose(outcomes)
    return [
        Figure("files tried", len(opened), None, {"opened, %": 100 * opened.mean()}),
        Figure("neither refused nor a model that answers", (opened > answered).sum(), at_most(0)),
        Figure("slowest, ms", seconds.max() / MILLISECOND, at_most(1000), {"median": np.median(seconds) / MILLISECOND}),
        Figure("memory / size of the file, at most", memory.max(), at_most(2), {"median": np.median(memory)}),
    ]


def outcomes_of_all(each: int) -> Iterator[Outcome]:
    """Damage the file of every model a number of times."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "model.bsf"
        for seed, (model, queries) in enumerate(models()):
            save(model, path)
            for damaged in damages(path.read_bytes(), each, seed=seed):
                path.write_bytes(damaged)
                yield outcome(path, queries)


def models() -> Iterator[tuple[AnytimeClassifier, list]]:
    """Yield models whose files differ in kind."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(ROWS, 16)), np.arange(ROWS) % 5
    words = ["".join(rng.choice(list("abc"), 12)) for _ in range(ROWS)]
    yield NeighborsClassifier(n_neighbors=3).fit(X, y), X[:3].tolist()
    yield NeighborsClassifier(metric="dtw", capacity=500).fit(X, y.astype(str)), X[:3].tolist()
    yield NeighborsClassifier(metric="edit", capacity=500).fit(words, y), words[:3]
    yield ParzenClassifier(bandwidth=1.0).fit(X.astype(np.float32), y), X[:3].tolist()
    yield BayesTreeClassifier(block_size=2).fit(X, y), X[:3].tolist()


def outcome(path: Path, queries: list) -> Outcome:
    """Load a file and ask its model."""
    tracemalloc.start()
    start, opened, answered = perf_counter(), True, False
    try:
        answered = answers(load(path), queries)
    except InvalidFile:
        opened = False
    except Exception:  # noqa: BLE001 - counted, not expected
        print_exc()
    seconds = perf_counter() - start
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Python's own few kilobytes are more than a file that was cut short to nothing.
    return Outcome(opened, answered, seconds, peak / max(path.stat().st_size, 100_000))


def answers(model: AnytimeClassifier, queries: list) -> bool:
    """Tell whether a model gives labels and shares that a user can act on."""
    labels, shares = model.predict(queries), model.predict_proba(queries, steps=7)
    return bool(np.isin(labels, model.classes_).all() and np.isfinite(shares).all())
