"""A model of a gigabyte in a file: the time to load it and to get a first answer, and how much of it that reads."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.memory import GIBIBYTE, MEBIBYTE
from benchmarks.new_process import measured
from benchmarks.report import Figure, at_most
from benchmarks.timing import MILLISECOND
from bestsofar import NeighborsClassifier, RandomRank, save

FEATURES = 64
ROWS_FOR_ONE = GIBIBYTE // FEATURES // np.dtype(np.float32).itemsize

# After a small model has warmed the code up.
LOAD = """
import json, sys
from time import perf_counter
import numpy as np
from benchmarks.memory import resident_bytes
from bestsofar import load

load(sys.argv[2])
x = np.zeros(64, np.float32)
before, start = resident_bytes(), perf_counter()
model = load(sys.argv[1])
loaded = perf_counter()
answer = model.begin(x).refine(steps=100).answer
answered = perf_counter()
print(json.dumps([loaded - start, answered - loaded, resident_bytes() - before]))
"""


def run(*, quick: bool) -> list[Figure]:
    """Save a model, and load it in new processes, from disk."""
    with TemporaryDirectory() as folder:
        large, small = Path(folder) / "large.bsf", Path(folder) / "small.bsf"
        for path, rows in ((small, 100), (large, ROWS_FOR_ONE // (8 if quick else 1))):
            save(fitted(rows), path)
        size = large.stat().st_size
        load, answer, touched = np.median([measured(LOAD, large, small) for _ in range(5)], axis=0)
    whole = {"file, MiB": size / MEBIBYTE}
    return [
        Figure("load, ms", load / MILLISECOND, at_most(100), whole),
        Figure("then the first answer, 100 steps, ms", answer / MILLISECOND, at_most(10), whole),
        Figure("% of the file in memory after both", 100 * touched / size, at_most(10), {"MiB": touched / MEBIBYTE}),
    ]


def fitted(rows: int) -> NeighborsClassifier:
    """Learn random rows of ten classes."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(rows, FEATURES)).astype(np.float32), rng.integers(0, 10, rows)
    return NeighborsClassifier(RandomRank(random_state=0)).fit(X, y)
