"""Streams, test then train: accuracy in %, records per second of processor time, and memory."""

from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.data import rows, scaled
from benchmarks.memory import KILOBYTE
from benchmarks.race import results
from benchmarks.race.allocated import ENVIRONMENT
from benchmarks.race.entry import Entry
from benchmarks.race.heat import hold_all
from benchmarks.report import Figure, at_least
from benchmarks.timing import no_garbage_collection
from bestsofar import datasets, prequential

SETS, QUICK_SETS = ["letter", "pendigits", "covtype", "powersupply", "drift"], ["letter", "pendigits", "drift"]
RECORDS, QUICK_RECORDS = 20_000, 4_000
WINDOW = 1_000
SPEED_TARGETS = {"NumPy ring buffer": 2, "River, LazySearch": 80, "CapyMOA, KNN": 50}  # in times the rival's records/s
HELD_TO_SPEED = {"letter", "pendigits", "covtype"}  # the sets on which these are targets; elsewhere speed is only shown


def run(*, quick: bool) -> list[Figure]:
    """Race twice, for time and for memory, and compare."""
    sets = QUICK_SETS if quick else SETS
    hold_all("streams", sets, quick=quick)
    hold_all("memory", sets, quick=quick, **ENVIRONMENT)
    return [figure for name in sets for figure in (*table(name, quick=quick), *comparisons(name, quick=quick))]


def stream(name: str, *, quick: bool) -> tuple[npt.NDArray[np.float32], npt.NDArray]:
    """Return the first records of a set, scaled to 0..1, or the drifting surface."""
    n = QUICK_RECORDS if quick else RECORDS
    X, y = datasets.drifting_surface(n, random_state=0) if name == "drift" else rows(name)
    return scaled(X.astype(np.float32))[:n], y[:n]


def measure(entry: Entry, run: dict[str, Any], name: str, *, quick: bool) -> dict[str, Any]:
    """Put a stream through a contender."""
    X, y = stream(name, quick=quick)
    contender = entry.contender(run)
    with no_garbage_collection():
        start = process_time()
        report = prequential(contender, X, y, window=WINDOW)
        seconds = process_time() - start
    return {
        "accuracy, %": 100 * report.accuracy,
        "kappa": report.kappa,
        "records/s": len(y) / seconds,
        "over time, %": (100 * report.over_time).tolist(),
    }


def table(name: str, *, quick: bool) -> Iterator[Figure]:
    """Yield all that was measured of each contender."""
    memory = {run.name: run.measured["bytes"] for run in results.runs("memory", name, quick=quick)}
    for run in results.runs("streams", name, quick=quick):
        behind = {column: run.measured[column] for column in ("kappa", "records/s")}
        if run.name in memory:
            behind["kB"] = memory[run.name] / KILOBYTE
        yield Figure(f"{name}: {run.name}, %", run.measured["accuracy, %"], None, behind)


def comparisons(name: str, *, quick: bool) -> Iterator[Figure]:
    """Compare windows of equal length for speed and accuracy, and the lazy tree with the window for accuracy."""
    measured = {run.name: run.measured for run in results.runs("streams", name, quick=quick)}
    if not {"local 1-NN", "lazy tree"} <= measured.keys():
        return  # they failed, which hold_all has said
    for rival in [rival for rival in SPEED_TARGETS if rival in measured]:
        yield faster(name, measured, "local 1-NN", rival)
        yield faster(name, measured, "local 1-NN, scaled", rival)
        yield better(name, measured, "local 1-NN, scaled", rival)
    yield better(name, measured, "lazy tree", "local 1-NN")


def faster(name: str, measured: dict[str, Any], ours: str, rival: str) -> Figure:
    """Compare the speed of two."""
    ratio = measured[ours]["records/s"] / measured[rival]["records/s"]
    target = at_least(SPEED_TARGETS[rival]) if name in HELD_TO_SPEED else None
    return Figure(f"{name}: {ours}, as many times the records/s of {rival}", ratio, target)


def better(name: str, measured: dict[str, Any], ours: str, other: str) -> Figure:
    """Compare the accuracy of two."""
    points = measured[ours]["accuracy, %"] - measured[other]["accuracy, %"]
    return Figure(f"{name}: {ours} less {other}, points", points, at_least(0))
