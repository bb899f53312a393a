"""A model of a gigabyte in a file: the time to load it and to get a first answer, and how much of it that reads."""

import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.report import Figure, at_most
from bestsofar import NeighborsClassifier, RandomRank, save

FEATURES = 64
GIBIBYTE, MEBIBYTE = 2**30, 2**20
ROWS_FOR_ONE = GIBIBYTE // FEATURES // np.dtype(np.float32).itemsize

# In a process of its own, which has read nothing of the file yet.
LOAD = """
import json, sys
from time import perf_counter
import numpy as np
from bestsofar import load

def read():
    fields = dict(line.split(":") for line in open("/proc/self/smaps_rollup").read().splitlines()[1:])
    return int(fields["Rss"].split()[0]) * 1024

load(sys.argv[2])
x = np.zeros(64, np.float32)
before, start = read(), perf_counter()
model = load(sys.argv[1])
loaded = perf_counter()
answer = model.begin(x).refine(steps=100).answer
answered = perf_counter()
print(json.dumps([loaded - start, answered - loaded, read() - before]))
"""


def run(*, quick: bool) -> list[Figure]:
    """Save a model, drop it from the page cache where that is allowed, and load it in new processes."""
    with TemporaryDirectory() as folder:
        large, small = Path(folder) / "large.bsf", Path(folder) / "small.bsf"
        for path, rows in ((small, 100), (large, ROWS_FOR_ONE // (8 if quick else 1))):
            save(fitted(rows), path)
        size = large.stat().st_size
        load, answer, touched = np.median([timed(large, small) for _ in range(5)], axis=0)
    whole = {"file, MB": size / MEBIBYTE}
    return [
        Figure("load, ms", 1e3 * load, at_most(100), whole),
        Figure("then the first answer, 100 steps, ms", 1e3 * answer, at_most(10), whole),
        Figure("% of the file in memory after both", 100 * touched / size, at_most(10), {"MB": touched / MEBIBYTE}),
    ]


def fitted(rows: int) -> NeighborsClassifier:
    """Learn random rows of ten classes."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(rows, FEATURES)).astype(np.float32), rng.integers(0, 10, rows)
    return NeighborsClassifier(RandomRank(random_state=0)).fit(X, y)


def timed(large: Path, small: Path) -> list[float]:
    """Load the large model in a new process, after a small one has warmed the code up; from disk, not from memory."""
    with large.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    command = [sys.executable, "-c", LOAD, str(large), str(small)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)  # noqa: S603
