"""What a scheduling decision costs beside the distance it schedules: letter, 1,000 waiting objects, nanoseconds."""

import os
from time import perf_counter, process_time

import numpy as np

from benchmarks.data import Split, splits
from benchmarks.report import Figure, at_least, at_most
from benchmarks.timing import MICROSECOND
from bestsofar import BatchArrivals, NeighborsClassifier, RandomRank, Scheduler, simulate
from bestsofar.scheduling import Policy

WAITING = 1000
STEPS = 200  # for each object
POLICIES = ["round-robin", "bsf", "evidence", "gain"]


def run(*, quick: bool) -> list[Figure]:
    """Time steps with a decision for each, and the same steps without; then live, on one thread and on two."""
    split = next(splits("letter"))
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(split.X, split.y)
    repeats = 3 if quick else 9
    return [*decisions(model, split, repeats), workers(model, split, repeats)]


def decisions(model: NeighborsClassifier, split: Split, repeats: int) -> list[Figure]:
    """Let all objects wait, and compare a turn of one step by each policy with a turn that needs no decision."""
    X, y = split.X_test[:WAITING], split.y_test[:WAITING]
    arrivals = BatchArrivals(STEPS / len(split.y))

    def steps(policy):
        return lambda: simulate(model, X, y, arrivals=arrivals, policy=policy).turns

    turns = len(steps("round-robin")())
    rules = {name: steps(name) for name in ("first-come", "round-robin")}
    seconds = {name: [] for name in ["first-come", *POLICIES]}
    for _ in range(repeats):
        for name, times in seconds.items():
            times.append(cpu_seconds(rules.get(name) or steps(Policy(name))))
    nanoseconds = {name: 1e9 * float(np.median(times)) / turns for name, times in seconds.items()}
    plain = nanoseconds.pop("first-come")
    return [
        Figure(
            f"{name}: one decision, ns",
            each - plain,
            at_most(100),
            {"turn, ns": each, "turn without decision, ns": plain},
        )
        for name, each in nanoseconds.items()
    ]


def cpu_seconds(call) -> float:
    """Time a call in one thread by the processor time it takes, whatever else the processor does."""
    start = process_time()
    call()
    return process_time() - start


def workers(model: NeighborsClassifier, split: Split, repeats: int) -> Figure:
    """Compare steps per second by the clock on the wall, and what the processors spend, on as many as there are."""
    os.sched_setaffinity(0, range(os.cpu_count() or 1))  # a timed benchmark has only one
    runs = {1: [], 2: []}
    for _ in range(repeats):
        for count, results in runs.items():
            results.append(live(model, split, count))
    (one, one_cpu), (two, two_cpu) = (np.median(results, axis=0) for results in runs.values())
    rates = {"1 worker, steps/us": one * MICROSECOND, "2 workers": two * MICROSECOND}
    behind = rates | {"processor time, 2 / 1": two_cpu / one_cpu}
    return Figure("two workers: steps/s as a multiple of one's", two / one, at_least(1.8), behind)


def live(model: NeighborsClassifier, split: Split, count: int) -> tuple[float, float]:
    """Return the steps per second from the last submission to the end, and the processor time of all."""
    begun = process_time()
    with Scheduler(model, workers=count, capacity=WAITING) as scheduler:
        for x in split.X_test[:WAITING]:
            scheduler.submit(x)
        before, start = scheduler.statistics.steps, perf_counter()
    rate = (scheduler.statistics.steps - before) / (perf_counter() - start)
    return rate, process_time() - begun
