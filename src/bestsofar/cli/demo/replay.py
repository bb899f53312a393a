"""How well a model with one order does on a stream, with a limit of steps or time for each object."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from bestsofar import NeighborsClassifier, anytime_curve
from bestsofar.cli.demo.tasks import Task
from bestsofar.evaluation import AnytimeCurve
from bestsofar.exemplars import Ranker

SHARES = (0.01, 0.05, 0.1, 0.5, 1.0)
SECONDS = (2e-6, 5e-6, 20e-6)
POINTS_OF_CURVE = 60


@dataclass(frozen=True)
class TimedRun:
    """A stream with a time limit for each object.

    Parameters
    ----------
    seconds : the time for each
    accuracy : the share of right labels
    steps : how many steps a query took, on average
    late : by how much the slowest hundredth was late at least, in seconds
    """

    seconds: float
    accuracy: float
    steps: float
    late: float


@dataclass(frozen=True)
class Course:
    """All that was measured for one order.

    Parameters
    ----------
    order : its name
    fit_seconds : how long it took to learn
    accuracy : after each of `SHARES` of the steps
    curve : after every number of steps, for the picture
    timed : for each of `SECONDS`
    """

    order: str
    fit_seconds: float
    accuracy: tuple[float, ...]
    curve: AnytimeCurve
    timed: tuple[TimedRun, ...]


def replay(task: Task, order: Ranker) -> Course:
    """Learn a task in one order and replay its stream under every budget."""
    started = perf_counter()
    model = NeighborsClassifier(order).fit(task.X, task.y)
    fit_seconds = perf_counter() - started
    budgets = steps_of_shares(len(task.y))
    grid = np.geomspace(len(model.classes_), len(task.y), POINTS_OF_CURVE).round().astype(int)
    curve = anytime_curve(model, task.X_new, task.y_new, steps=[*budgets, *grid])
    accuracy = tuple(curve.accuracy[np.searchsorted(curve.steps, budgets)].tolist())
    timed = tuple(_run_by_clock(model, task, seconds) for seconds in SECONDS)
    return Course(type(order).__name__, fit_seconds, accuracy, curve, timed)


def steps_of_shares(n: int) -> list[int]:
    """Return the numbers of steps that are `SHARES` of n."""
    return [max(1, round(share * n)) for share in SHARES]


def _run_by_clock(model: NeighborsClassifier, task: Task, seconds: float) -> TimedRun:
    answers, took = [], []
    for x in task.X_new:
        query = model.begin(x)
        started = perf_counter()
        query.refine(seconds=seconds)
        took.append(perf_counter() - started)
        answers.append(query.answer)
    right = np.array([answer.label for answer in answers]) == task.y_new
    steps = np.mean([answer.steps for answer in answers])
    late = max(0.0, float(np.percentile(took, 99)) - seconds)
    return TimedRun(seconds, float(right.mean()), float(steps), late)
