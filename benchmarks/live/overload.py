"""More objects of covtype than can be classified fully, in a Poisson stream, each with a deadline of 5 ms.

Nothing can be in time while a host takes a processor away, so streams with such moments are counted apart.
"""

from dataclasses import dataclass
from threading import Thread
from time import perf_counter

import numpy as np
import numpy.typing as npt

from benchmarks.data import Split, rows, scaled
from benchmarks.live.witness import Witness
from benchmarks.report import Figure, at_least
from benchmarks.timing import MICROSECOND, MILLISECOND
from bestsofar import NeighborsClassifier, RandomRank, Scheduler
from bestsofar.cli.stream.pace import paced
from bestsofar.scheduling.statistics import Statistics

EXEMPLARS, OBJECTS = 60_000, 4_000
DEADLINE = 5 * MILLISECOND
OVERLOADS = [2, 10]
ROUNDS = 20
POLICIES = ["gain", "evidence", "round-robin", "first-come"]


@dataclass(frozen=True, slots=True)
class Stream:
    """What became of a stream, and when it was."""

    answers: dict
    statistics: Statistics
    start: float
    end: float


def run(*, quick: bool) -> list[Figure]:
    """Measure what one thread could classify fully, and send more, under each policy in turn."""
    data = covtype(OBJECTS // 4 if quick else OBJECTS)
    model = NeighborsClassifier(RandomRank(random_state=0)).fit(data.X, data.y)
    whole = np.median([seconds_of_one(model, x) for x in data.X_test[:50]])
    with Witness() as witness:
        loads = {
            overload: in_turn(model, data, whole / overload, rounds=1 if quick else ROUNDS) for overload in OVERLOADS
        }
    return [
        standstills(witness),
        *(figure for overload, streams in loads.items() for figure in one_load(overload, streams, data, witness)),
    ]


def standstills(witness: Witness) -> Figure:
    """Count how often the machine itself stood still, whatever ran on it."""
    lengths = [each.seconds / MILLISECOND for each in witness.standstills]
    behind = {"processors watched": witness.processors, "longest, ms": max(lengths, default=0.0)}
    return Figure("standstills of a processor of more than 1 ms", len(lengths), None, behind)


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


def in_turn(model: NeighborsClassifier, data: Split, gap: float, *, rounds: int) -> dict[str, list[Stream]]:
    """Send the same stream under each policy in turn, several times: in any one the machine may stand still."""
    streams: dict[str, list[Stream]] = {policy: [] for policy in POLICIES}
    for _ in range(rounds):
        for policy, sent in streams.items():
            sent.append(one_stream(model, data, gap, policy))
    return streams


def one_load(overload: int, streams: dict[str, list[Stream]], data: Split, witness: Witness) -> list[Figure]:
    """Count the answers, those in time, and those that are right."""
    figures, accuracies = [], {}
    for policy, sent in streams.items():
        what = f"{overload} x too many, {policy}"
        answered = 100 * np.mean([len(each.answers) / len(data.y_test) for each in sent])
        accuracies[policy] = 100 * np.mean(
            [[each.answers[key].label == label for key, label in enumerate(data.y_test)] for each in sent]
        )
        figures += [Figure(f"{what}: % answered", answered, at_least(100)), in_time(what, sent, witness)]
    return [*figures, Figure(f"{overload} x too many: % right by gain", accuracies["gain"], None, accuracies)]


def in_time(what: str, streams: list[Stream], witness: Witness) -> Figure:
    """Count the answers that came in time, of the streams without a standstill; of few there is no verdict."""
    undisturbed = [each for each in streams if not witness.saw_standstill(each.start, each.end)]
    shares = [share_in_time([each]) for each in undisturbed]
    behind = {
        "undisturbed streams": len(undisturbed),
        "needed for a verdict": len(streams) / 2,
        "worst of them": min(shares, default=np.nan),
        "mean overshoot, us": np.mean([each.statistics.mean_overshoot for each in undisturbed]) / MICROSECOND,
        "longest": max((each.statistics.longest_overshoot for each in undisturbed), default=np.nan) / MICROSECOND,
        f"of all {len(streams)} streams, %": share_in_time(streams),
    }
    target = at_least(99) if len(undisturbed) >= behind["needed for a verdict"] else None
    what = f"{what}: % within 1 ms of the deadline, of undisturbed streams"
    return Figure(what, share_in_time(undisturbed), target, behind)


def share_in_time(streams: list[Stream]) -> float:
    """Return in % how many of the answers at deadlines came within a millisecond; of no streams, nan."""
    ended, late = (sum(getattr(each.statistics, name) for each in streams) for name in ("deadline", "late"))
    return 100 * (1 - late / max(ended, 1)) if streams else np.nan


def one_stream(model: NeighborsClassifier, data: Split, gap: float, policy: str) -> Stream:
    """Send objects at their times, whatever happened to those before."""
    gaps = np.random.default_rng(1).exponential(gap, len(data.y_test)).tolist()
    answers: dict = {}
    start = perf_counter()
    with Scheduler(model, policy=policy, capacity=len(gaps)) as scheduler:
        collector = Thread(target=lambda: answers.update(scheduler.answers()))
        collector.start()
        for key, x in paced(enumerate(data.X_test), gaps):
            scheduler.submit(x, key=key, deadline=DEADLINE)
    collector.join()
    return Stream(answers, scheduler.statistics, start, perf_counter())
