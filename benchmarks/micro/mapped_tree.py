"""A Bayes tree in a file: the time to load it and to get answers, and how much of the file they read."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.memory import KIBIBYTE, MEBIBYTE
from benchmarks.new_process import measured
from benchmarks.report import Figure, at_most
from benchmarks.timing import MILLISECOND
from bestsofar import BayesTreeClassifier, save

FEATURES, CLASSES = 16, 10
ROWS, QUICK_ROWS = 400_000, 50_000
QUERIES = 20
STEPS = 200

# After a small model has warmed the code up.
ASK = """
import json, resource, sys
from time import perf_counter
import numpy as np
from benchmarks.memory import KIBIBYTE
from bestsofar import load

def resident():
    lines = open("/proc/self/smaps").read().splitlines()
    begins = [place for place, line in enumerate(lines) if line.endswith(sys.argv[1])]
    sizes = [next(line for line in lines[begin:] if line.startswith("Rss:")) for begin in begins]
    return sum(KIBIBYTE * int(size.split()[1]) for size in sizes)

def faults():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_majflt + usage.ru_minflt

load(sys.argv[2]).begin(np.zeros(16, np.float32)).refine(steps=200).answer
asked = np.random.default_rng(1).normal(size=(int(sys.argv[3]), 16)).astype(np.float32)
start = perf_counter()
model = load(sys.argv[1])
loaded, opened, before = perf_counter() - start, resident(), faults()
start = perf_counter()
model.begin(asked[0]).refine(steps=200).answer
first, touched, read = perf_counter() - start, resident(), faults() - before
for x in asked[1:]:
    model.begin(x).refine(steps=200).answer
print(json.dumps([loaded, first, opened, touched, read, resident()]))
"""


def run(*, quick: bool) -> list[Figure]:
    """Save a model, and ask it in new processes, from disk."""
    with TemporaryDirectory() as folder:
        large, small = Path(folder) / "large.bsf", Path(folder) / "small.bsf"
        for path, rows in ((small, 1000), (large, QUICK_ROWS if quick else ROWS)):
            save(fitted(rows), path)
        size = large.stat().st_size
        numbers = np.median([measured(ASK, large, small, QUERIES) for _ in range(3)], axis=0)
    loaded, first, opened, touched, faults, all_touched = numbers
    whole = {"file, MiB": size / MEBIBYTE}
    return [
        Figure("load, ms", loaded / MILLISECOND, at_most(100), whole),
        Figure("then the first answer, 200 steps, ms", first / MILLISECOND, None, {"page faults": faults}),
        Figure("% of the file in memory after load", 100 * opened / size, at_most(1), {"MiB": opened / MEBIBYTE}),
        Figure("KiB of it that a step of the first answer reads", (touched - opened) / STEPS / KIBIBYTE, at_most(16)),
        Figure("% in memory after the first answer", 100 * touched / size, None, {"MiB": touched / MEBIBYTE}),
        Figure(f"% after {QUERIES} answers", 100 * all_touched / size, None, {"MiB": all_touched / MEBIBYTE}),
    ]


def fitted(rows: int) -> BayesTreeClassifier:
    """Learn random rows of ten classes."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, CLASSES, rows)
    X = (rng.normal(size=(rows, FEATURES)) + y[:, None] / 4).astype(np.float32)
    return BayesTreeClassifier().fit(X, y)
