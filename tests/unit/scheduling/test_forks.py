"""Processes that fork while a scheduler runs."""

import os
import subprocess
import sys

import pytest

# The alarm ends a child that would not end.
FORKS = """
import asyncio, os, signal, sys
from bestsofar import NeighborsClassifier, Scheduler
from bestsofar.errors import SchedulerClosed

rows = [[float(number)] for number in range(300)]
model = NeighborsClassifier().fit(rows, [0, 1] * 150)

def fork(what):
    if child := os.fork():
        print(what, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)  # or the next child prints it, too
    else:
        signal.alarm(30)
    return child == 0

def is_refused(use):
    try:
        use()
    except SchedulerClosed:
        return True

scheduler = Scheduler(model)
if fork("idle"):
    sys.exit(7)
if fork("dropped"):
    del scheduler
    sys.exit(7)
if fork("another in the child"):
    with Scheduler(model) as other:
        other.submit([0.5])
    sys.exit(6 + len(list(other.answers())))
asyncio.run(scheduler.classify([0.5]))
if fork("with coroutines"):
    sys.exit(7)
scheduler.close()

with Scheduler(model, workers=3, grain=1) as scheduler:
    for row in rows:
        scheduler.submit(row)
    if fork("in a block"):
        sys.exit(7)
    answers = scheduler.answers()
    next(answers)
    if fork("collecting"):
        sys.exit(7 if is_refused(lambda: list(answers)) else 1)
    if fork("closed by the child"):
        scheduler.close()
        sys.exit(7)
    if fork("used by the child"):
        uses = [
            lambda: scheduler.submit(rows[0]),
            lambda: next(scheduler.answers()),
            lambda: scheduler.ask(),
            lambda: asyncio.run(scheduler.classify(rows[0])),
            lambda: scheduler.statistics,
        ]
        sys.exit(2 + sum(map(is_refused, uses)))
print("answers", 1 + len(list(scheduler.answers())))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
def test_forked_children_end():
    """They have none of the threads of their parent, and do not wait for them, nor can they; the parent goes on."""
    command = [sys.executable, "-W", "ignore", "-c", FORKS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)  # noqa: S603
    *children, answers = done.stdout.splitlines()
    assert len(children) == 8
    assert [child for child in children if not child.endswith(" 7")] == []
    assert answers == "answers 300"
