"""What a scheduler refuses: arguments, times, models and objects."""

import math

import numpy as np
import pytest
from sklearn.exceptions import NotFittedError

from bestsofar import NeighborsClassifier, RandomRank, Scheduler, datasets
from bestsofar.errors import InvalidParameter, InvalidRecords
from bestsofar.scheduling import Policy

X, Y = datasets.japanese_flag(60, random_state=0)
MODEL = NeighborsClassifier(RandomRank(random_state=0)).fit(X[:50], Y[:50])
ASKED = X[50:]


@pytest.mark.parametrize(
    ("argument", "bad"),
    [
        ("policy", "best"),
        ("policy", 3),
        ("capacity", 0),
        ("capacity", None),
        ("workers", 0),
        ("workers", 10**9),
        ("workers", 1.5),
        ("grain", 0),
        ("grain", "many"),
    ],
)
def test_bad_arguments(argument, bad):
    """What cannot be is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=rf"^Scheduler: '{argument}' must be .*, got .*\.$"):
        Scheduler(MODEL, **{argument: bad})


@pytest.mark.parametrize("bad", [math.nan, "soon", True])
def test_bad_times(bad):
    """Seconds are numbers."""
    with Scheduler(MODEL) as scheduler:
        with pytest.raises(InvalidParameter, match=r"^Scheduler.submit: 'deadline' must be a number .*\.$"):
            scheduler.submit(ASKED[0], deadline=bad)
        with pytest.raises(InvalidParameter, match=r"^Scheduler.answers: 'timeout' must be a number .*\.$"):
            next(scheduler.answers(bad))


def test_bad_models():
    """A model has begin, and has learned."""
    with pytest.raises(InvalidParameter, match=r"^Scheduler: 'model' must be a model of this package, got .*\.$"):
        Scheduler(object())
    with pytest.raises(NotFittedError):
        Scheduler(NeighborsClassifier())


def test_bad_objects():
    """What the model cannot read is refused where it is submitted, and its key stays free."""
    with Scheduler(MODEL, policy=Policy("bsf", patience=None)) as scheduler:
        for bad in ([1.0], "word", [math.nan, 1.0], np.ones((2, 2))):
            with pytest.raises((InvalidRecords, ValueError)):
                scheduler.submit(bad, key="x")
        scheduler.submit(ASKED[0].tolist(), key="x")
    assert [key for key, _ in scheduler.answers()] == ["x"]
