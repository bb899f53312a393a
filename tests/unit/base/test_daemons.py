"""Daemon threads that are at work in the core when Python ends."""

import subprocess
import sys

import pytest

START = """
from itertools import repeat
from threading import Event, Thread

import numpy as np

from bestsofar import LazyTreeClassifier, NeighborsClassifier, RandomRank, Scheduler


def measure(a, b):
    return float(np.abs(a - b).sum())


def work(first, others):
    first()
    began.set()
    for _ in repeat(None):
        others()


X = np.random.default_rng(0).normal(size=(2000, 8))
y = np.arange(len(X)) % 2
order = RandomRank(random_state=0)
began = Event()
"""
WORK = {
    "answers": "ask = NeighborsClassifier(order).fit(X, y).predict; first = others = lambda: ask(X)",
    "learns": "tree = LazyTreeClassifier(); first = others = lambda: tree.partial_fit(X, y)",
    "measures in Python": """
ask = NeighborsClassifier(order, metric=measure).fit(X[:20], y[:20]).predict
first = others = lambda: ask(X[:50])
""",
    "collects": """
scheduler = Scheduler(NeighborsClassifier(order).fit(X, y))
first, others = scheduler.ask, lambda: list(scheduler.answers())
""",
}
END = """
Thread(target=work, args=(first, others), daemon=True).start()
began.wait()
"""


@pytest.mark.parametrize("work", WORK.values(), ids=WORK)
def test_the_end_of_the_process(work):
    """A daemon thread in the core is left behind, as anywhere else; nothing aborts."""
    ended = subprocess.run([sys.executable, "-c", START + work + END], timeout=120, capture_output=True, check=False)  # noqa: S603
    assert (ended.returncode, ended.stderr) == (0, b"")
