"""The scheduler for coroutines."""

import asyncio
import subprocess
import sys

import pytest

from bestsofar import NeighborsClassifier, Scheduler, datasets
from bestsofar.errors import SchedulerClosed

X, Y = datasets.japanese_flag(260, random_state=0)
MODEL = NeighborsClassifier().fit(X[:200], Y[:200])


def test_many_coroutines():
    """Each gets the answer of its own object."""

    async def all_of_them():
        with Scheduler(MODEL, workers=2) as scheduler:
            return await asyncio.gather(*(scheduler.classify(x) for x in X[200:]))

    answers = asyncio.run(all_of_them())
    assert [answer.label for answer in answers] == MODEL.predict(X[200:]).tolist()
    assert all(answer.complete for answer in answers)


def test_a_deadline():
    """One in the past gives the first label."""

    async def one():
        with Scheduler(MODEL) as scheduler:
            return await scheduler.classify(X[200], deadline=-1), scheduler.ask()

    answer, others = asyncio.run(one())
    assert (answer.why, answer.steps) == ("deadline", 2)
    assert others == {}


def test_answers_do_not_get_lost_in_between():
    """What was submitted goes to `answers`, what was awaited to its coroutine."""

    async def both():
        with Scheduler(MODEL) as scheduler:
            scheduler.submit(X[201], key="submitted")
            await scheduler.classify(X[202])
        return [key for key, _ in scheduler.answers()]

    assert asyncio.run(both()) == ["submitted"]


def test_an_exception_is_raised_where_it_is_awaited():
    """A score that fails in a turn fails the coroutine of its object."""

    def score(state):
        return 1 / 0 if state.steps > 100 else 0.0

    async def one():
        with Scheduler(MODEL, policy=score, grain=99) as scheduler:
            await scheduler.classify(X[200])

    with pytest.raises(ZeroDivisionError):
        asyncio.run(one())


def test_a_cancelled_coroutine_harms_nobody():
    """Others get their answers."""

    async def two():
        with Scheduler(MODEL) as scheduler:
            cancelled = asyncio.ensure_future(scheduler.classify(X[200]))
            await asyncio.sleep(0)
            cancelled.cancel()
            return await scheduler.classify(X[201])

    assert asyncio.run(two()).label == MODEL.predict(X[201:202])[0]


def test_after_the_end():
    """No object is taken any more."""

    async def late():
        scheduler = Scheduler(MODEL)
        scheduler.close()
        await scheduler.classify(X[200])

    with pytest.raises(SchedulerClosed, match=r"^Scheduler.classify: "):
        asyncio.run(late())


def test_a_stop_iteration_is_an_error():
    """It ends the wait, though no future takes it as it is."""

    def score(state):
        if state.steps > 100:
            raise StopIteration
        return 0.0

    async def one():
        with Scheduler(MODEL, policy=score, grain=99) as scheduler:
            await asyncio.wait_for(scheduler.classify(X[200]), 30)

    with pytest.raises(RuntimeError, match="raised StopIteration") as caught:
        asyncio.run(one())
    assert isinstance(caught.value.__cause__, StopIteration)


def test_the_end_of_the_process():
    """The thread that collects is no longer in the core when Python ends."""
    code = """
import asyncio
from bestsofar import NeighborsClassifier, Scheduler

model = NeighborsClassifier().fit([[0.0], [1.0]], [0, 1])
schedulers = [Scheduler(model) for _ in range(20)]
for scheduler in schedulers:
    asyncio.run(scheduler.classify([0.5]))
"""
    subprocess.run([sys.executable, "-c", code], timeout=60, check=True)  # noqa: S603


def test_a_thread_that_cannot_start(monkeypatch):
    """Whoever asks next has it started."""

    def refuse(_):
        raise RuntimeError("can't start new thread")

    async def twice():
        with Scheduler(MODEL) as scheduler:
            with monkeypatch.context() as patched:
                patched.setattr("threading.Thread.start", refuse)
                with pytest.raises(RuntimeError, match="new thread"):
                    await scheduler.classify(X[200])
            return await scheduler.classify(X[200])

    assert asyncio.run(twice()).complete
