"""Answers for coroutines."""

from asyncio import AbstractEventLoop
from contextlib import suppress
from threading import Lock, Thread, current_thread
from typing import Any

from bestsofar import _core
from bestsofar.base import Answer
from bestsofar.scheduling.pending import Outcome, Pending, outcome_of

POLL_SECONDS = 1.0  # seconds between two looks whether there is still anything to wait for


class PendingFuture:
    """The answer that one coroutine waits for; it serves as the key of its object."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self.future: Any = loop.create_future()

    def resolve(self, answer: Outcome) -> None:
        """Wake the coroutine; any thread may call this."""
        with suppress(RuntimeError):  # its loop was closed: nobody waits any more
            self._loop.call_soon_threadsafe(self._settle, answer)

    def _settle(self, answer: Outcome) -> None:
        if self.future.done():  # cancelled
            return
        if isinstance(answer, Answer):
            self.future.set_result(answer)
        elif isinstance(answer, StopIteration):  # a future refuses it, as it would end a generator
            error = RuntimeError(f"a metric or a score raised {answer!r}")
            error.__cause__ = answer
            self.future.set_exception(error)
        else:
            self.future.set_exception(answer)


class FutureCollector:
    """Hands answers to coroutines, in a thread that starts with the first of them."""

    def __init__(self, pending: Pending) -> None:
        self.outbox = _core.outbox()
        self._pending = pending
        self._lock = Lock()
        self._thread: Thread | None = None

    def start(self) -> None:
        """Start collecting, unless that was done before."""
        with self._lock:
            if self._thread is None:
                args = (self.outbox, self._pending)
                thread = Thread(target=_collect, args=args, name="bestsofar", daemon=True)
                thread.start()
                self._thread = thread

    def finish(self) -> None:
        """Stop collecting, and wait for the thread: were it in the core when Python exits, the process would abort."""
        self.outbox.close()
        if self._thread is not None and self._thread is not current_thread():
            self._thread.join()


def _collect(outbox: _core.Outbox, pending: Pending) -> None:
    while not outbox.exhausted:
        for reply in outbox.collect(POLL_SECONDS):
            entry = pending.get(reply[0])
            if entry is None:  # its submission was interrupted
                continue
            pending.remove(reply[0])
            if isinstance(entry.key, PendingFuture):
                entry.key.resolve(outcome_of(reply, entry.labels))
