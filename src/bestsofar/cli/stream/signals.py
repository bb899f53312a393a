"""Ending in good order on a signal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from signal import SIGINT, SIGTERM, signal


@contextmanager
def on_signal(stop: Callable[[], None]) -> Iterator[list[int]]:
    """Call a function at the first SIGINT or SIGTERM, and yield a list that then holds it; a second one kills."""
    came: list[int] = []

    def handle(number: int, _frame: object) -> None:
        came.append(number)
        restore()
        stop()

    def restore() -> None:
        for number, handler in before.items():
            signal(number, handler)

    before = {number: signal(number, handle) for number in (SIGINT, SIGTERM)}
    try:
        yield came
    finally:
        restore()
