"""How late a query with `seconds` ends, in microseconds, on covtype; and what looking at the clock costs."""

from resource import RUSAGE_THREAD, getrusage
from time import perf_counter

import numpy as np
import numpy.typing as npt

from benchmarks.data import rows
from benchmarks.report import Figure, at_most
from benchmarks.timing import MICROSECOND, MILLISECOND, no_garbage_collection, race
from bestsofar import NeighborsClassifier, RandomRank

SHORTEST, LONGEST = 20e-6, 2e-3


def run(*, quick: bool) -> list[Figure]:
    """Measure 10,000 queries with budgets drawn evenly."""
    X, y = rows("covtype")  # all of it: few whole queries take less than the longest budget
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(X, y)
    rng = np.random.default_rng(0)
    budgets = rng.uniform(SHORTEST, LONGEST, 1_000 if quick else 10_000)
    late, idle, preempted = overshoots(model, X[rng.integers(0, len(X), len(budgets))], budgets)
    return [
        *quantiles("all queries", late),
        *quantiles("undisturbed", late[~preempted]),
        Figure("the machine: 99th percentile of a loop that only waits", np.quantile(idle, 0.99) / MICROSECOND),
        clock(model, X[:50]),
    ]


def overshoots(
    model: NeighborsClassifier, queries: npt.NDArray, budgets: npt.NDArray
) -> tuple[npt.NDArray, npt.NDArray, npt.NDArray]:
    """Return how late each query was, how late a loop that only waits, and whether the kernel preempted the query.

    Queries that ended before their time are left out.
    """
    late, idle, switches = np.empty(len(budgets)), np.empty(len(budgets)), np.empty(len(budgets), dtype=bool)
    stopped = np.ones(len(budgets), dtype=bool)
    with no_garbage_collection():
        for i, (x, seconds) in enumerate(zip(queries, budgets.tolist(), strict=True)):
            query, before = model.begin(x), getrusage(RUSAGE_THREAD).ru_nivcsw
            start = perf_counter()
            query.refine(seconds=seconds)
            late[i] = perf_counter() - start - seconds
            switches[i] = getrusage(RUSAGE_THREAD).ru_nivcsw > before
            stopped[i] = query.answer.why == "seconds"
            idle[i] = wait(seconds)
    return late[stopped], idle[stopped], switches[stopped]


def wait(seconds: float) -> float:
    """Do nothing but look at the clock, and return how late that ends."""
    end = perf_counter() + seconds
    while (now := perf_counter()) < end:
        pass
    return now - end


def quantiles(what: str, late: npt.NDArray) -> list[Figure]:
    """Sum up; the targets are for a core that nobody else uses."""
    median, last = np.quantile(late, [0.5, 0.99]) / MICROSECOND
    behind = {"queries": len(late), "worst": late.max() / MICROSECOND}
    return [
        Figure(f"{what}: median overshoot", median, at_most(5), behind),
        Figure(f"{what}: 99th percentile", last, at_most(50), behind),
    ]


def clock(model: NeighborsClassifier, queries: npt.NDArray) -> Figure:
    """Compare whole queries with and without a deadline that is far away."""
    contenders = {
        "refine(seconds=10), ms": lambda x: model.begin(x).refine(seconds=10),
        "refine(), ms": lambda x: model.begin(x).refine(),
    }
    result = race(contenders, ((x,) for x in np.repeat(queries, 4, axis=0)))
    return Figure(
        "clock check: time with / without, less 1, in %",
        100 * result.ratio(*contenders) - 100,
        None,
        result.medians(MILLISECOND),
    )
