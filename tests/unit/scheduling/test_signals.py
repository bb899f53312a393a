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

    def time_up():
        raise TimeUp

    def call_and_ring(call, handle=time_up):
        came = []
        signal.signal(signal.SIGALRM, lambda *_: (came.append(True), handle()))
        try:
            try:
                signal.setitimer(signal.ITIMER_REAL, dice.uniform(1e-5, 1e-3))
                call()
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
        except TimeUp:
            pass
        return bool(came)

    dice = np.random.default_rng(0)
    before = signal.getsignal(signal.SIGALRM)
    yield call_and_ring
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def full_scheduler():
    """Make one whose answers are all final."""
    scheduler = Scheduler(MODEL, capacity=OBJECTS)
    for key in range(OBJECTS):
        scheduler.submit(X[key % len(X)], key=key, deadline=0)
    return scheduler


def keys_of_all(scheduler, *collected):
    """Return the keys of the answers that were collected, and of the rest."""
    scheduler.close()
    return sorted(key for answers in (*collected, scheduler.answers()) for key, _ in answers)


def test_no_answer_is_lost(interrupted):
    """Who is interrupted while collecting finds the rest afterwards."""
    interruptions = 0
    for _ in range(TRIALS):
        scheduler, collected = full_scheduler(), []
        interruptions += interrupted(lambda: collected.extend(scheduler.answers(timeout=0)))  # noqa: B023 - called at once
        assert keys_of_all(scheduler, collected) == list(range(OBJECTS))
    assert interruptions


def test_a_handler_may_collect(interrupted):
    """A handler that collects while others are collected gets answers that nobody else gets."""

    def collect(scheduler, collected):
        collected.extend(scheduler.answers(timeout=0))

    interruptions = 0
    for _ in range(10 * TRIALS):
        scheduler, outer, inner = full_scheduler(), [], []
        interruptions += interrupted(lambda: collect(scheduler, outer), lambda: collect(scheduler, inner))  # noqa: B023
        assert keys_of_all(scheduler, outer, inner) == list(range(OBJECTS))
    assert interruptions


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
