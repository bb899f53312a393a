"""Learning while the scheduler answers."""

from collections.abc import Sequence
from queue import Empty, Queue
from threading import Thread
from typing import Any

import numpy as np

from bestsofar.base import AnytimeClassifier
from bestsofar.cli.readings import Reading
from bestsofar.cli.stream.ledger import Ledger
from bestsofar.errors import InvalidParameter

AHEAD = 4096  # readings that may wait to be learned; beyond that, the stream waits


class Learner(Thread):
    """Learns labelled readings: at once all that arrived while it learned those before.

    Parameters
    ----------
    model : one that can learn batch after batch
    ledger : counts what was learned, and what could not be
    """

    def __init__(self, model: AnytimeClassifier, ledger: Ledger) -> None:
        super().__init__(daemon=True)
        if not hasattr(model, "partial_fit"):
            raise InvalidParameter(
                "bestsofar", "--learn", "used with a model that can learn on: a tree, or one with a capacity", model
            )
        self._model: Any = model
        self._ledger = ledger
        self._queue: Queue[Reading | None] = Queue(AHEAD)
        self._unheard: Exception | None = None

    def learn(self, reading: Reading) -> None:
        """Queue a reading; raise the error if an earlier failure could not be reported."""
        if self._unheard is not None:
            raise self._unheard
        self._queue.put(reading)

    def finish(self) -> None:
        """Wait until all is learned."""
        self._queue.put(None)
        self.join()

    def run(self) -> None:
        """Learn until nothing more comes."""
        while batch := self._batch():
            self._learn(batch)

    def _batch(self) -> list[Reading]:
        """Wait for a reading, and return it with all that came after it; nothing means that there are no more."""
        batch = []
        following = self._queue.get()
        while following is not None:
            batch.append(following)
            try:
                following = self._queue.get_nowait()
            except Empty:
                return batch
        if batch:
            self._queue.put(None)  # for the next time
        return batch

    def _learn(self, batch: Sequence[Reading]) -> None:
        try:
            self._model.partial_fit(_together([reading.x for reading in batch]), [key.truth for key, _ in batch])
        except Exception as error:  # noqa: BLE001 - whatever it is, the stream goes on
            if len(batch) > 1:  # find the readings at fault
                for reading in batch:
                    self._learn([reading])
            else:
                self._tell(batch[0], error)
        else:
            self._ledger.learned += len(batch)

    def _tell(self, reading: Reading, error: Exception) -> None:
        """Report what cannot be learned; if that fails, go on learning, so that no thread waits for the queue."""
        try:
            self._ledger.cannot_learn(reading.key.line, error)
        except Exception as unheard:  # noqa: BLE001 - raised by the next call of learn
            self._unheard = unheard


def _together(objects: Sequence[Any]) -> Any:
    return np.stack(objects) if all(isinstance(x, np.ndarray) for x in objects) else [list(x) for x in objects]
