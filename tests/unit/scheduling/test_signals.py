"""A signal whose handler raises, as that of Ctrl-C does, may come at any moment: nothing is lost or stays behind."""

import signal

import numpy as np
import pytest

from bestsofar import NeighborsClassifier, Scheduler

X = np.random.default_rng(0).normal(size=(100, 4))
MODEL = NeighborsClassifier().fit(X, X[:, 0] > 0)
OBJECTS = 400
TRIALS = 40

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a signal that comes later")


class TimeUp(Exception):
    """What the handler raises."""


@pytest.fixture
def interrupted():
    """Call something, have a signal come within a random part of a millisecond, and tell whether it came first."""

    def ring(*_):
        raise TimeUp

    def call_and_ring(call):
        try:
            signal.setitimer(signal.ITIMER_REAL, dice.uniform(1e-5, 1e-3))
            call()
            signal.setitimer(signal.ITIMER_REAL, 0)
        except TimeUp:
            return True
        return False

    dice = np.random.default_rng(0)
    before = signal.signal(signal.SIGALRM, ring)
    yield call_and_ring
    signal.signal(signal.SIGALRM, before)


def test_no_answer_is_lost(interrupted):
    """Who is interrupted while collecting finds the rest afterwards."""
    for _ in range(TRIALS):
        collected = []
        scheduler = Scheduler(MODEL, capacity=OBJECTS)
        for key in range(OBJECTS):
            scheduler.submit(X[key % len(X)], key=key, deadline=0)
        interrupted(lambda: collected.extend(scheduler.answers(timeout=0)))  # noqa: B023 - called at once
        scheduler.close()
        collected.extend(scheduler.answers())
        assert sorted(key for key, _ in collected) == list(range(OBJECTS))


def test_no_key_stays_in_use(interrupted):
    """An object whose submission is interrupted is not waited for, and its key is free."""

    def submit_all(scheduler, submitted):
        for key in range(OBJECTS):
            submitted.append(scheduler.submit(X[key % len(X)], key=key))

    interruptions = 0
    for _ in range(TRIALS):
        scheduler, submitted = Scheduler(MODEL, capacity=OBJECTS), []
        interruptions += interrupted(lambda: submit_all(scheduler, submitted))  # noqa: B023
        keys = {key for key, _ in scheduler.answers(timeout=0.1)}
        assert keys >= set(submitted)
        for key in range(OBJECTS):
            scheduler.submit(X[0], key=key, deadline=0)
        scheduler.close()
    assert interruptions
