"""Digits on envelopes: they arrive in bursts, and each must be read before its envelope reaches the gate."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np
import numpy.typing as npt
from rich.console import Console

from bestsofar import GreedyRank, NeighborsClassifier, Scheduler
from bestsofar.base import Answer
from bestsofar.cli.demo.tasks import Task, digits
from bestsofar.cli.layout import Layout
from bestsofar.cli.readings import Reader
from bestsofar.cli.stream.flow import Flow
from bestsofar.cli.stream.ledger import Ledger
from bestsofar.cli.stream.pace import paced
from bestsofar.cli.stream.view import View, live

POLICIES = ("first-come", "round-robin", "evidence", "gain")
DEADLINE = 0.05  # seconds
CAPACITY = 1024
CALM, BUSY = 0.5, 4.0  # how many arrive, as a multiple of what one thread can read to the end
IN_A_ROW, OF_THESE_CALM = 1000, 200  # objects
COPIES, COPIES_TO_COME = 24, 16
SIDE = 8  # pixels
ROUNDS = 4
QUERIES_TO_MEASURE = 50


@dataclass(frozen=True, eq=False)
class Mail:
    """A model of digits, and new digits that arrive in bursts.

    Parameters
    ----------
    task : what was learned, and what arrives
    model : the model that learned it
    fit_seconds : how long that took
    gaps : seconds between one and the next
    busy : which arrive in a burst
    """

    task: Task
    model: NeighborsClassifier
    fit_seconds: float
    gaps: npt.NDArray[np.float64]
    busy: npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Delivery:
    """What became of some mail under one policy.

    Parameters
    ----------
    right : for each object, whether it was read correctly
    complete, deadline : how many answers ended for that reason
    late : how many came more than a millisecond after their deadlines
    overshoot : by how many seconds all of them together came after their deadlines
    """

    right: npt.NDArray[np.bool_]
    complete: int
    deadline: int
    late: int
    overshoot: float


def mail(*, quick: bool) -> Mail:
    """Learn slightly shifted digits, and let more arrive in bursts than can be read to the end."""
    share, rng = 0.1 if quick else 1.0, np.random.default_rng(0)
    original = digits(share)
    X, y = _moved(original.X, COPIES, rng), np.tile(original.y, COPIES)
    X_new, y_new = _moved(original.X_new, COPIES_TO_COME, rng), np.tile(original.y_new, COPIES_TO_COME)
    shuffled = rng.permutation(len(y_new))
    task = Task("digits on envelopes", X, y, X_new[shuffled], y_new[shuffled])
    start = perf_counter()
    model = NeighborsClassifier(GreedyRank(sample=5_000)).fit(X, y)
    fit_seconds = perf_counter() - start
    busy = np.arange(len(y_new)) % IN_A_ROW >= OF_THESE_CALM
    gaps = rng.exponential(_whole_query(model, task) / np.where(busy, BUSY, CALM))
    return Mail(task, model, fit_seconds, gaps, busy)


def deliver_all(mail: Mail, console: Console) -> dict[str, Delivery]:
    """Deliver the mail under each policy, in rounds, so that what disturbs one policy disturbs all."""
    runs: dict[str, list[Delivery]] = {policy: [] for policy in POLICIES}
    for part in np.array_split(np.arange(len(mail.gaps)), ROUNDS):
        for policy, run in runs.items():
            run.append(deliver(mail, part, policy, console))
    return {policy: _together(run) for policy, run in runs.items()}


def deliver(mail: Mail, part: npt.NDArray[np.intp], policy: str, console: Console) -> Delivery:
    """Deliver some of the mail under a policy, and show how it goes."""
    task, ledger = mail.task, Ledger(lambda line, what, why: console.print(f"line {line} {what}: {why}", markup=False))
    right = np.zeros(len(part), bool)
    with Scheduler(mail.model, policy=policy, capacity=CAPACITY) as scheduler:
        layout = Layout(task.X.shape[1], "label", header=False)
        flow = Flow(scheduler, Reader(layout, mail.model.classes_), ledger, deadline=DEADLINE)
        with live(View(scheduler, CAPACITY, ledger, mail.model, title=policy), console):
            rows = np.column_stack([task.X_new, task.y_new])[part].tolist()
            flow.start(paced(enumerate(rows), mail.gaps[part].tolist()))
            for answers in flow:
                said = [(key, answer.label) for key, answer in answers if isinstance(answer, Answer)]
                ledger.enter(said)
                for key, label in said:
                    right[key.line] = label == key.truth
    seen = scheduler.statistics
    return Delivery(right, seen.complete, seen.deadline, seen.late, seen.mean_overshoot * seen.deadline)


def _together(parts: Sequence[Delivery]) -> Delivery:
    return Delivery(
        np.concatenate([part.right for part in parts]),
        sum(part.complete for part in parts),
        sum(part.deadline for part in parts),
        sum(part.late for part in parts),
        sum(part.overshoot for part in parts),
    )


def _moved(X: npt.NDArray[np.float64], copies: int, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    return np.concatenate([_moved_by(X, *rng.uniform(-1, 1, 2)) for _ in range(copies)])


def _moved_by(X: npt.NDArray[np.float64], down: float, right: float) -> npt.NDArray[np.float64]:
    """Shift pictures by less than a pixel: what leaves a pixel enters the next."""
    pictures = np.pad(X.reshape(-1, SIDE, SIDE), ((0, 0), (1, 1), (1, 1)))
    for axis, way in ((1, down), (2, right)):
        pictures = (1 - abs(way)) * pictures + abs(way) * np.roll(pictures, int(np.sign(way)), axis)
    return pictures[:, 1:-1, 1:-1].reshape(len(X), -1)


def _whole_query(model: NeighborsClassifier, task: Task) -> float:
    def seconds(x: npt.NDArray[np.float64]) -> float:
        start = perf_counter()
        model.begin(x).refine()
        return perf_counter() - start

    return float(np.median([seconds(x) for x in task.X_new[:QUERIES_TO_MEASURE]]))
