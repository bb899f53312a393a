"""A stream on its way through a scheduler."""

from collections.abc import Iterable, Iterator
from itertools import islice
from threading import Semaphore, Thread
from typing import Any, TypeAlias

from bestsofar.cli.readings import Key, Line, Numbered, Reader
from bestsofar.cli.stream.learner import Learner
from bestsofar.cli.stream.ledger import Ledger
from bestsofar.errors import SchedulerClosed
from bestsofar.scheduling import Scheduler
from bestsofar.scheduling.pending import Outcome

AHEAD = 2**16  # objects whose answers are not collected yet; beyond that, the stream waits
AT_ONCE = 1000  # answers
GRACE = 0.2  # seconds for a thread to finish while another waits for it

Answered: TypeAlias = tuple[Key, Outcome]


class Flow:
    """A thread reads lines and submits them; iterating yields the answers, all that are available at a time.

    Parameters
    ----------
    scheduler : answers; it is closed after the last line
    reader : reads the lines
    ledger : counts lines that cannot be read
    deadline : after how many seconds the answer to a line must be final
    learner : learns the labels in the lines
    """

    def __init__(
        self,
        scheduler: Scheduler,
        reader: Reader,
        ledger: Ledger,
        *,
        deadline: float | None,
        learner: Learner | None = None,
    ) -> None:
        self._scheduler, self._reader, self._ledger = scheduler, reader, ledger
        self._deadline, self._learner = deadline, learner
        self._room = Semaphore(AHEAD)
        self._error: BaseException | None = None
        self._thread: Thread | None = None
        self._stopped = False

    def start(self, lines: Iterable[Numbered]) -> None:
        """Start reading."""
        self._thread = Thread(target=self._run, args=(lines,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop reading; the present answers are final."""
        self._stopped = True
        self._scheduler.close(wait=False)

    def end(self) -> None:
        """Stop, and let the thread leave the core, unless it waits for a line that never comes."""
        self.stop()
        if self._thread is not None:
            self._thread.join(GRACE)

    def __iter__(self) -> Iterator[list[Answered]]:
        for first in self._scheduler.answers():
            answers: Any = [first, *islice(self._scheduler.answers(timeout=0), AT_ONCE - 1)]
            yield answers
            self._room.release(len(answers))
        if self._thread is not None and not self._stopped:
            self._thread.join()  # a thread in the core when Python exits would abort the process
        if self._error is not None:
            raise self._error

    def _run(self, lines: Iterable[Numbered]) -> None:
        try:
            for number, line in self._reader.without_header(lines):
                self._take(number, line)
        except SchedulerClosed:
            pass  # stop was called
        except BaseException as error:  # noqa: BLE001 - raised in the iteration
            self._error = error
        self._scheduler.close()

    def _take(self, number: int, line: Line) -> None:
        try:
            reading = self._reader.read(number, line)
            if reading is not None:
                self._scheduler.submit(reading.x, key=reading.key, deadline=self._deadline)
        except (ValueError, TypeError) as error:
            self._ledger.refuse(number, error)
            return
        if reading is not None:
            self._room.acquire()
            if self._learner is not None and reading.key.truth is not None:
                self._learner.learn(reading)
