"""Milliseconds to import bestsofar, as a multiple of importing sklearn.neighbors."""

import subprocess
import sys

import numpy as np

from benchmarks.report import Figure, at_most

MODULES = ["bestsofar", "sklearn.neighbors"]
TIMED_IMPORT = "from time import perf_counter as now; start = now(); import {}; print(1e3 * (now() - start))"


def run(*, quick: bool) -> list[Figure]:
    """Import each in a new process, in turn; the first round warms the file cache."""
    rounds = [[milliseconds_to_import(module) for module in MODULES] for _ in range(4 if quick else 21)]
    ours, theirs = np.median(rounds[1:], axis=0)
    return [
        Figure("bestsofar / sklearn.neighbors", ours / theirs, at_most(1.2), {"ours, ms": ours, "theirs, ms": theirs})
    ]


def milliseconds_to_import(module: str) -> float:
    """Import a module in a new interpreter."""
    command = [sys.executable, "-c", TIMED_IMPORT.format(module)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)  # noqa: S603
