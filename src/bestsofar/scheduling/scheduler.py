"""Many queries, in real time."""

import asyncio
import math
import os
from collections import deque
from collections.abc import Hashable, Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from threading import RLock, Thread
from time import monotonic
from types import TracebackType
from typing import Any
from weakref import WeakSet, finalize

from bestsofar import _core
from bestsofar.base import Answer, AnytimeClassifier
from bestsofar.base.classifier import fitted_of, gain_of_model
from bestsofar.base.floats import float_or_nan
from bestsofar.base.integers import checked_int, checked_int_or_none
from bestsofar.errors import InvalidParameter, SchedulerClosed, Verbatim
from bestsofar.scheduling.futures import FutureCollector, PendingFuture
from bestsofar.scheduling.pending import Entry, Outcome, Pending, Reply, outcome_of
from bestsofar.scheduling.policy import AnyPolicy, core_policy, releasable
from bestsofar.scheduling.releasable_score import ReleasableScore
from bestsofar.scheduling.statistics import Statistics

POLL_SECONDS = 0.05  # seconds between two looks whether Ctrl-C was pressed
MAX_WORKERS = 1024
MAX_WAITING = 10**7
MAX_STEPS = 2**62


class Scheduler:
    """Classifies many objects at once, in real time, and spends the time on those that need it.

    The thread that submits an object begins it, so that it has an answer from then on. Native threads refine the
    waiting objects, turn by turn, as the policy says, and never hold the GIL unless a metric or a score is written
    in Python. An answer is final when it is complete, at its deadline, or when there is no room. Any thread may
    call any method; a forked process has none of the threads, and must make a scheduler of its own.

    The model may learn meanwhile: an object is answered from what the model knew when the object arrived.

    Parameters
    ----------
    model : a fitted model
    policy : which object gets the next turn, as in `simulate`
    capacity : how many objects may wait; when one more arrives, the one with the highest score gets its final answer
    workers : how many threads refine
    grain : how many steps a turn has; None is as many as fit into 20 microseconds, or fewer if many wait for deadlines

    Examples
    --------
    >>> from bestsofar import NeighborsClassifier, Scheduler
    >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])
    >>> with Scheduler(model) as scheduler:
    ...     for name, x in {"ann": 0.2, "bob": 4.0}.items():
    ...         key = scheduler.submit([x], key=name, deadline=0.1)
    >>> sorted((key, answer.label) for key, answer in scheduler.answers())
    [('ann', 'low'), ('bob', 'high')]
    """

    def __init__(
        self,
        model: AnytimeClassifier,
        *,
        policy: AnyPolicy = None,
        capacity: int = 1024,
        workers: int = 1,
        grain: int | None = None,
    ) -> None:
        fitted_of("Scheduler", model)
        policy, score = releasable(policy)
        self._model = model
        self._core = _core.Scheduler(
            core_policy("Scheduler", policy, partial(gain_of_model, model)),
            checked_int("Scheduler", "capacity", capacity, maximum=MAX_WAITING),
            checked_int("Scheduler", "workers", workers, maximum=MAX_WORKERS),
            checked_int_or_none("Scheduler", "grain", grain, maximum=MAX_STEPS),
        )
        self._outbox = _core.outbox()
        self._collected: deque[Reply] = deque()
        self._handing_over = RLock()  # the same thread may come back, through a signal handler
        self._pending = Pending()
        self._futures = FutureCollector(self._pending)
        # Threads must end before the interpreter does, and not while it holds the GIL that they may need.
        self._end = finalize(self, _end, self._core, self._outbox, self._futures, score)
        self._lost = False
        _ALIVE.add(self)

    def submit(self, x: Any, *, key: Hashable = None, deadline: float | None = None) -> Hashable:
        """Begin to classify an object, and return its key.

        Parameters
        ----------
        x : the object
        key : what to call it; None makes a number
        deadline : after how many seconds its answer must be final; if that is in the past, the first answer is final
        """
        return self._submit("submit", x, key, deadline, self._outbox)

    def answers(self, timeout: float | None = None) -> Iterator[tuple[Hashable, Outcome]]:
        """Yield the final answers as they come, each once.

        If a metric or a score written in Python raised an exception, this takes the place of the answer.

        Parameters
        ----------
        timeout : after how many seconds without an answer to end; with None, only when the scheduler is closed
        """
        seconds = _seconds("Scheduler.answers", "timeout", timeout)
        patience = math.inf if seconds is None else seconds
        until = monotonic() + patience
        while True:
            self._refuse_forked("answers")
            self._refuse_own_threads("answers")
            self._wait(until - monotonic())
            # Not a function: what it returned would be nowhere for a moment, and an exception of a signal would lose
            # it.
            claimed: list[Reply] = []
            entry = handed = None
            try:
                with self._handing_over:
                    with suppress(IndexError):  # one call into C: a handler that collects runs before or after it
                        claimed.extend(islice(iter(self._collected.popleft, None), 1))
                    for reply in claimed:
                        entry = self._pending.get(reply[0])
                        if entry is not None:
                            handed = entry.key, outcome_of(reply, entry.labels)
                        self._pending.remove(reply[0])
            except BaseException:
                self._take_back(claimed, entry)
                raise
            if handed is not None:
                yield handed
                until = monotonic() + patience
            elif not claimed and (self._outbox.exhausted or monotonic() >= until):
                return

    def ask(self) -> dict[Hashable, Outcome]:
        """Return the present answers of all objects whose answers are not collected yet; unfinished ones go on.

        It waits for the end of the turns and steps under way, so a slow metric in Python holds it up.
        """
        self._refuse_forked("ask")
        self._refuse_own_threads("ask")
        under_way = self._core.ask()  # first: what becomes final meanwhile is found below
        with self._handing_over:
            final = (*self._outbox.peek(), *self._collected.copy())
        replies = {reply[0]: reply for reply in (*under_way, *final)}
        entries = {ticket: self._pending.get(ticket) for ticket in replies}
        return {
            entry.key: outcome_of(replies[ticket], entry.labels)
            for ticket, entry in entries.items()
            if entry is not None and not isinstance(entry.key, PendingFuture)
        }

    async def classify(self, x: Any, *, deadline: float | None = None) -> Answer:
        """Classify an object, and let other coroutines run meanwhile.

        Parameters
        ----------
        x : the object
        deadline : after how many seconds its answer must be final

        Examples
        --------
        >>> import asyncio
        >>> from bestsofar import NeighborsClassifier, Scheduler
        >>> model = NeighborsClassifier().fit([[0.0], [1.0], [5.0]], ["low", "low", "high"])
        >>> async def labels(rows):
        ...     with Scheduler(model) as scheduler:
        ...         answers = await asyncio.gather(*(scheduler.classify(row, deadline=0.1) for row in rows))
        ...     return [answer.label for answer in answers]
        >>> asyncio.run(labels([[0.2], [4.0]]))
        ['low', 'high']
        """
        self._refuse_forked("classify")
        self._futures.start()
        pending = PendingFuture(asyncio.get_running_loop())
        self._submit("classify", x, pending, deadline, self._futures.outbox)
        answer: Answer = await pending.future
        return answer

    @property
    def statistics(self) -> Statistics:
        """What the scheduler has done so far."""
        self._refuse_forked("statistics")
        return Statistics.of(self._core.statistics())

    def close(self, *, wait: bool = True) -> None:
        """Take no more objects, and end; answers can still be collected.

        Parameters
        ----------
        wait : whether to wait until all objects have their answers; otherwise their present answers are final
        """
        if self._lost:
            return
        self._refuse_own_threads("close")
        self._core.refuse()
        while wait and not self._core.drain(POLL_SECONDS):
            pass
        self._end()

    def __enter__(self) -> "Scheduler":  # noqa: PYI034 - Self is younger than Python 3.10
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)

    def _refuse_own_threads(self, method: str) -> None:
        if self._core.works_here:
            raise RuntimeError(f"Scheduler.{method}: must not be called by a score or metric, for which it would wait.")

    def _refuse_forked(self, method: str) -> None:
        if self._lost:
            must_be, got = "made by the process that uses it", Verbatim("a copy of the process that forked")
            raise SchedulerClosed(f"Scheduler.{method}", "scheduler", must_be, got)

    def _lose_threads(self) -> None:
        """Become a copy in a forked process, which has none of the threads and must not wait for them."""
        self._lost = True
        self._end.detach()
        for native in (self._core, self._outbox, self._futures.outbox):
            _core.never_free(native)

    def _wait(self, seconds: float) -> None:
        """Wait for an answer, but not for long."""
        if not self._collected:
            self._outbox.wait(min(max(seconds, 0.0), POLL_SECONDS))
            with self._handing_over:  # otherwise they would be nowhere for a moment
                self._outbox.move_to(self._collected)

    def _take_back(self, claimed: list[Reply], entry: Entry | None) -> None:
        """Keep a reply for the next call: it was not handed over."""
        with self._handing_over:
            for reply in claimed:
                if entry is not None:
                    self._pending.restore(reply[0], entry)
                self._collected.appendleft(reply)

    def _submit(self, method: str, x: Any, key: Hashable, deadline: float | None, outbox: _core.Outbox) -> Hashable:
        self._refuse_forked(method)
        who = f"Scheduler.{method}"
        fitted = fitted_of(who, self._model)
        seconds = _seconds(who, "deadline", deadline)
        ticket = self._pending.draw()
        try:
            key = self._pending.add(who, ticket, key, fitted.labels)
            fitted.apply(lambda record: self._core.submit(ticket, fitted.model, record, seconds, outbox), x)
        except BaseException as error:  # of a signal, too: if the core has the object, nobody wants its answer
            self._pending.remove(ticket)
            if isinstance(error, _core.Closed):
                raise SchedulerClosed(
                    who, "x", "submitted before the scheduler closes", Verbatim("one after")
                ) from None
            raise
        return key


_ALIVE: WeakSet[Scheduler] = WeakSet()


def _after_fork() -> None:
    for scheduler in _ALIVE:
        scheduler._lose_threads()  # noqa: SLF001 - only this may


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def _end(core: _core.Scheduler, outbox: _core.Outbox, futures: FutureCollector, score: ReleasableScore | None) -> None:
    if core.works_here:  # a score or a metric had the last reference; a thread cannot wait for its own end
        Thread(target=_end, args=(core, outbox, futures, score)).start()
        return
    core.close()
    outbox.close()
    futures.finish()
    if score is not None:
        score.release()


def _seconds(who: str, name: str, value: Any) -> float | None:
    if value is None:
        return None
    seconds = float_or_nan(value)
    if math.isnan(seconds):
        raise InvalidParameter(who, name, "a number of seconds or None", value)
    return seconds
