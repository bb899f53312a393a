"""Accuracy in % against wall-clock time per object, one at a time: our models, and what one would pick instead."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np

from benchmarks.data import Split, splits
from benchmarks.race import results
from benchmarks.race.contender import RowByRow
from benchmarks.race.entry import Entry
from benchmarks.race.heat import hold_all
from benchmarks.report import Figure
from benchmarks.timing import MICROSECOND, no_garbage_collection

SETS, QUICK_SETS = ["letter", "pendigits", "satimage", "magic", "covtype"], ["letter", "pendigits"]
QUICK_ROWS = 4_000
QUERIES, QUICK_QUERIES = 2_000, 300
BUDGETS = [None, *(MICROSECOND * budget for budget in (2, 5, 10, 20, 50, 100, 200, 500, 1_000, 10_000))]
OURS = {"neighbors", "parzen", "bayes_tree", "lazy_tree", "global_knn"}


def run(*, quick: bool) -> list[Figure]:
    """Race, and compare each rival with the best of ours that was as fast."""
    sets = QUICK_SETS if quick else SETS
    hold_all("anytime", sets, quick=quick)
    return [figure for name in sets for figure in comparisons(name, quick=quick)]


def measure(entry: Entry, run: dict[str, Any], name: str, *, quick: bool) -> dict[str, Any]:
    """Learn a training set, and answer a part of the test set, with every budget where these are heeded."""
    part, contender = next(splits(name, quick=True)), entry.contender(run)
    assert isinstance(contender, RowByRow), f"{entry.folder} does not label single rows"
    rng = np.random.default_rng(0)
    learned = rng.permutation(len(part.y))[: QUICK_ROWS if quick else None][: entry.most_rows]
    asked = rng.permutation(len(part.y_test))[: QUICK_QUERIES if quick else QUERIES]
    start = perf_counter()
    contender.learn(part.X[learned], part.y[learned])
    seconds = perf_counter() - start
    budgets = BUDGETS if contender.heeds_seconds else [None]
    return {"learn, s": seconds, "points": [point(contender, part, asked, budget) for budget in budgets]}


def point(contender: RowByRow, part: Split, asked: np.ndarray, budget: float | None) -> dict[str, Any]:
    """Time every answer, and see how many are right."""
    seconds, right = np.empty(len(asked)), np.empty(len(asked), bool)
    with no_garbage_collection():
        for place, row in enumerate(asked):
            x = part.X_test[row]
            start = perf_counter()
            label = contender.answer(x, budget)
            seconds[place] = perf_counter() - start
            right[place] = label == part.y_test[row]
    return {
        "budget, us": None if budget is None else budget / MICROSECOND,
        "median, us": float(np.median(seconds)) / MICROSECOND,
        "99 of 100, us": float(np.quantile(seconds, 0.99)) / MICROSECOND,
        "accuracy, %": 100 * float(right.mean()),
    }


def comparisons(name: str, *, quick: bool) -> Iterator[Figure]:
    """Take the best of ours within the time of each rival, or the fastest if none is as fast."""
    runs = results.runs("anytime", name, quick=quick)
    points = [(run, point) for run in runs for point in run.measured["points"]]
    ours = sorted(((run.name, own) for run, own in points if run.contender in OURS), key=lambda pair: time(pair[1]))
    for rival, point in points:
        if rival.contender in OURS or not ours:
            continue
        within = [pair for pair in ours if time(pair[1]) <= time(point)] or ours[:1]
        best, own = max(within, key=lambda pair: pair[1]["accuracy, %"])
        behind = {"rival, %": point["accuracy, %"], "rival, us": time(point), "ours, us": time(own)}
        ahead = own["accuracy, %"] - point["accuracy, %"]
        yield Figure(f"{name}: {best} less {rival.name}, points", ahead, None, behind)


def time(point: dict[str, Any]) -> float:
    """Return the time that an answer took."""
    return point["median, us"]
