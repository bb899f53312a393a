"""How far learning has come, for a listener."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias, TypeVar

from bestsofar._core import Progress

T = TypeVar("T")
# What is being done, how much of it is done, and how much there is.
Listener: TypeAlias = Callable[[str, int, int], None]
POLL_SECONDS = 0.1  # seconds between two looks at how far the core is

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Report to a listener what is done within the block.

    Parameters
    ----------
    listener : is called with what is done, how much of it is done, and how much there is

    Examples
    --------
    >>> with listening(lambda what, done, all: print(what, done, "of", all)):
    ...     squares = [number**2 for number in tracked([1, 2], "squaring")]
    squaring 0 of 2
    squaring 1 of 2
    squaring 2 of 2
    """
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(what: str, done: int, total: int) -> None:
    """Tell the listener, if there is one, how much of the work is done."""
    listener = _listener.get()
    if listener is not None:
        listener(what, done, total)


def tracked(items: Sequence[T], what: str) -> Iterator[T]:
    """Yield items one by one, and tell the listener how many are done.

    Parameters
    ----------
    items : what to work on
    what : the name of the work
    """
    for done, item in enumerate(items):
        tell(what, done, len(items))
        yield item
    tell(what, len(items), len(items))


def watched(work: Callable[[Progress], T], what: str) -> T:
    """Let the core work, and tell the listener meanwhile how much is done; Ctrl-C ends the work.

    Parameters
    ----------
    work : a function that works, and notes how far it is
    what : the name of the work
    """
    progress = Progress()
    if _listener.get() is None:
        return work(progress)
    with ThreadPoolExecutor(1) as thread:
        result = thread.submit(work, progress)
        try:
            while wait([result], POLL_SECONDS).not_done:
                tell(what, progress.done, max(progress.all, 1))
        except BaseException:
            progress.cancel()
            raise
    tell(what, 1, 1)
    return result.result()
