import threading
from time import perf_counter

import numpy as np
import pytest

from bestsofar import NeighborsClassifier, RandomRank

X = np.arange(60.0).reshape(-1, 1)
Y = [0, 1] * 30


def test_a_deadline_ends_a_query_midway():
    """A query stops at the first step after its time is over, neither before nor at its end."""
    slow_from = None
    calls = 0

    def metric(a, b):
        nonlocal calls
        calls += 1
        if slow_from is not None and calls >= slow_from:
            end = perf_counter() + 0.35
            while perf_counter() < end:
                pass
        return float(abs(a - b).sum())

    query = NeighborsClassifier(RandomRank(random_state=0), metric=metric).fit(X, Y).begin([3.2])
    calls, slow_from = 0, 7
    answer = query.refine(seconds=0.3).answer
    assert (answer.why, answer.complete, calls) == ("seconds", False, 7)
    assert answer.steps == 2 + 7


def test_a_query_that_is_in_use_is_refused():
    """A second thread gets an error, not a torn answer."""
    inside, done = threading.Event(), threading.Event()
    slow = False

    def metric(a, b):
        if slow:
            inside.set()
            done.wait()
        return float(abs(a - b).sum())

    query = NeighborsClassifier(RandomRank(random_state=0), metric=metric).fit(X, Y).begin([3.2])
    slow = True
    thread = threading.Thread(target=query.refine, kwargs={"steps": 1})
    thread.start()
    inside.wait()
    for use in (query.refine, query.suspend, lambda: query.answer, lambda: query.steps, lambda: query.done):
        with pytest.raises(RuntimeError, match="this query is in use: it is being refined"):
            use()
    done.set()
    thread.join()
    assert query.answer.steps == 3


def test_a_metric_may_not_read_the_query_that_asks_it():
    """Nor does it hang there: the error says what is wrong, and the query goes on afterwards."""
    asked = None

    def metric(a, b):
        if asked is not None:
            with pytest.raises(RuntimeError, match="this query is in use: it is being refined"):
                assert asked.steps
        return float(abs(a - b).sum())

    asked = query = NeighborsClassifier(RandomRank(random_state=0), metric=metric).fit(X, Y).begin([3.2])
    assert query.refine(steps=5).answer.steps == 2 + 5
