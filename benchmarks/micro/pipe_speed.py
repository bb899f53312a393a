"""Records per second through `bestsofar predict` on standard input, against the library on the same rows."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import numpy as np

from benchmarks.report import Figure, at_most
from benchmarks.timing import race
from bestsofar import NeighborsClassifier, RandomRank, save
from bestsofar.cli.predict import predict

EXEMPLARS, FEATURES, CLASSES = 16_000, 16, 26
RECORDS = {100: 200_000, 1_000: 50_000, EXEMPLARS: 5_000}  # by the steps of each; enough to make loading negligible


def run(*, quick: bool) -> list[Figure]:
    """Ask through a pipe and as an array, in turn."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(EXEMPLARS, FEATURES)).round(3), rng.integers(0, CLASSES, EXEMPLARS)
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(X, y)
    figures = []
    with TemporaryDirectory() as folder:
        table, path = Path(folder) / "table.csv", Path(folder) / "model.bsf"
        save(model, path)
        for steps, records in RECORDS.items():
            rows = rng.normal(size=(records // 10 if quick else records, FEATURES)).round(3)
            np.savetxt(table, rows, "%g", ",", header=",".join(f"x{place}" for place in range(FEATURES)), comments="")
            contenders = {
                "shell": lambda steps: through_a_pipe(path, table, steps),
                "library": lambda steps, rows=rows: model.predict(rows, steps=steps),
            }
            result = race(contenders, [(steps,)] * (3 if quick else 6))
            behind = {f"{name}, records/s": len(rows) / result.median(name) for name in contenders}
            ratio = result.ratio("shell", "library")
            figures.append(Figure(f"time, shell / library, {steps} steps", ratio, at_most(2), behind))
    return figures


def through_a_pipe(model: Path, table: Path, steps: int) -> None:
    """Do what the command does, except starting Python: load, read, answer, print."""
    with (
        subprocess.Popen(["cat", table], stdout=subprocess.PIPE) as source,  # noqa: S603, S607
        mock.patch.object(sys, "stdin", io.TextIOWrapper(source.stdout)),
        Path(os.devnull).open("w") as nowhere,
        redirect_stdout(nowhere),
    ):
        predict(model, steps=steps)
