"""The objects whose answers have not been collected yet, by ticket and by key."""

from collections.abc import Hashable, Sequence
from itertools import count
from threading import RLock
from typing import Any, NamedTuple, TypeAlias

from bestsofar.base import Answer
from bestsofar.errors import InvalidParameter

Outcome: TypeAlias = Answer | Exception
Reply: TypeAlias = tuple[int, tuple[Any, ...], Any]  # the ticket, what is known, what was raised or None


class Entry(NamedTuple):
    """The user's key for an object, and the labels of the model that answers."""

    key: Hashable
    labels: Sequence[Any]


class Pending:
    """A key for every ticket. Any thread may call any method."""

    def __init__(self) -> None:
        self._lock = RLock()  # the same thread may come back: through a signal handler, or a finalizer that submits
        self._tickets = count()
        self._entries: dict[int, Entry] = {}
        self._keys: set[Hashable] = set()

    def draw(self) -> int:
        """Return a new ticket."""
        return next(self._tickets)

    def add(self, who: str, ticket: int, key: Hashable, labels: Sequence[Any]) -> Hashable:
        """Note the key of a ticket, or make one if it is None."""
        try:
            hash(key)
        except TypeError:
            raise InvalidParameter(who, "key", "hashable", key) from None
        with self._lock:
            if key is None:
                key = next(number for number in count(ticket) if number not in self._keys)
            if key in self._keys:
                raise InvalidParameter(
                    who, "key", "a key that is not in use: the answer of its object has not been collected yet", key
                )
            self._entries[ticket] = Entry(key, labels)  # first: what is in here can be removed
            self._keys.add(key)
        return key

    def remove(self, ticket: int) -> None:
        """Forget an object, if it is known, and free its key."""
        with self._lock:
            entry = self._entries.pop(ticket, None)
            if entry is not None:
                self._keys.discard(entry.key)

    def restore(self, ticket: int, entry: Entry) -> None:
        """Put back what was removed."""
        with self._lock:
            self._entries[ticket] = entry
            self._keys.add(entry.key)

    def get(self, ticket: int) -> Entry | None:
        """Look an object up; return None if it was collected, or if its submission raised an exception."""
        with self._lock:
            return self._entries.get(ticket)


def outcome_of(reply: Reply, labels: Sequence[Any]) -> Outcome:
    """Return the answer, or the exception that took its place."""
    _, fields, error = reply
    return Answer.of(fields, labels) if error is None else error
