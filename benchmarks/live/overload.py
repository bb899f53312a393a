"""A Poisson stream of more objects than could be classified fully, each with a deadline of 5 ms, on covtype."""

from collections.abc import Sequence
from threading import Thread
from time import perf_counter, sleep

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split, rows, scaled
from benchmarks.report import Figure, at_least
from bestsofar import NeighborsClassifier, RandomRank, Scheduler
from bestsofar.cli.stream.pace import paced
from bestsofar.scheduling.statistics import Statistics

EXEMPLARS, OBJECTS = 60_000, 4_000
DEADLINE = 5e-3
MILLISECOND = 1e-3
OVERLOADS = [2, 10]
ROUNDS = 10
POLICIES = ["gain", "evidence", "round-robin", "first-come"]


def run(*, quick: bool) -> list[Figure]:
    """Measure what one thread could classify fully, and send more, under each policy in turn."""
    data = covtype(OBJECTS // 4 if quick else OBJECTS)
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(data.X, data.y)
    whole = np.median([seconds_of_one(model, x) for x in data.X_test[:50]])
    rounds = 1 if quick else ROUNDS
    loads = [figure for overload in OVERLOADS for figure in one_load(model, data, whole / overload, overload, rounds)]
    return [Figure("for comparison, a thread that only sleeps: % awake within 1 ms", bare_timer(quick=quick)), *loads]


def bare_timer(*, quick: bool) -> float:
    """Say what the machine itself can do, with whatever else runs on it."""
    late = 0
    repeats = 100 if quick else 400
    for _ in range(repeats):
        start = perf_counter()
        sleep(DEADLINE)
        late += perf_counter() - start - DEADLINE > MILLISECOND
    return 100 * (1 - late / repeats)


def covtype(objects: int) -> Split:
    """Draw exemplars and objects."""
    X, y = rows("covtype")
    drawn = np.random.default_rng(0).permutation(len(y))[: EXEMPLARS + objects]
    X, y = scaled(X[drawn]), y[drawn]
    return Split(X[:EXEMPLARS], y[:EXEMPLARS], X[EXEMPLARS:], y[EXEMPLARS:])


def seconds_of_one(model: NeighborsClassifier, x: npt.NDArray) -> float:
    """Time a whole query."""
    start = perf_counter()
    model.begin(x).refine()
    return perf_counter() - start


def one_load(model: NeighborsClassifier, data: Split, gap: float, overload: int, rounds: int) -> list[Figure]:
    """Send the same stream under each policy in turn, several times: one that stands still for a moment says little."""
    runs = [{policy: one_stream(model, data, gap, policy) for policy in POLICIES} for _ in range(rounds)]
    figures, accuracies = [], {}
    for policy in POLICIES:
        answers, statistics = zip(*(run[policy] for run in runs), strict=True)
        what = f"{overload} x too many, {policy}"
        answered = 100 * np.mean([len(each) / len(data.y_test) for each in answers])
        accuracies[policy] = 100 * np.mean(
            [[each[key].label == label for key, label in enumerate(data.y_test)] for each in answers]
        )
        figures += [Figure(f"{what}: % answered", answered, at_least(100)), in_time(what, statistics)]
    return [*figures, Figure(f"{overload} x too many: % right by gain", accuracies["gain"], None, accuracies)]


def in_time(what: str, rounds: Sequence[Statistics]) -> Figure:
    """Count the answers of all rounds that came in time."""
    shares = [100 * (1 - each.late / max(each.deadline, 1)) for each in rounds]
    ended, late = (sum(counts) for counts in zip(*((each.deadline, each.late) for each in rounds), strict=True))
    behind = {
        "mean overshoot, us": 1e6 * float(np.mean([each.mean_overshoot for each in rounds])),
        "longest": 1e6 * max(each.longest_overshoot for each in rounds),
        "worst round, %": min(shares),
    }
    return Figure(f"{what}: % within 1 ms of the deadline", 100 * (1 - late / max(ended, 1)), at_least(99), behind)


def one_stream(model: NeighborsClassifier, data: Split, gap: float, policy: str) -> tuple[dict, Statistics]:
    """Send objects at their times, whatever became of those before."""
    gaps = np.random.default_rng(1).exponential(gap, len(data.y_test)).tolist()
    answers: dict = {}
    with Scheduler(model, policy=policy, capacity=len(gaps)) as scheduler:
        collector = Thread(target=lambda: answers.update(scheduler.answers()))
        collector.start()
        for key, x in paced(enumerate(data.X_test), gaps):
            scheduler.submit(x, key=key, deadline=DEADLINE)
    collector.join()
    return answers, scheduler.statistics
