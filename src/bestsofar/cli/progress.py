"""Progress of a verb, on standard error if that is a terminal."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, TextColumn, TimeElapsedColumn

from bestsofar.base.progress import listening
from bestsofar.cli.console import Console

T = TypeVar("T")


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show that work is under way, for how long, and, if the model reports it, how far it is."""
    with _progress(SpinnerColumn(), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn()) as progress:
        task = progress.add_task(what, total=None)

        def show(part: str, done: int, total: int) -> None:
            progress.update(task, description=f"{what}: {part}", completed=done, total=total)

        with listening(show):
            yield


def track(things: Sequence[T], name: Callable[[T], str]) -> Iterator[T]:
    """Yield things to work on, and show how many are done.

    Parameters
    ----------
    things : in order
    name : returns the name of each
    """
    counted = TextColumn("{task.completed}/{task.total}  {task.description}")
    with _progress(BarColumn(), counted, TimeElapsedColumn()) as progress:
        bar = progress.add_task("", total=len(things))
        for thing in things:
            progress.update(bar, description=name(thing))
            yield thing
            progress.advance(bar)


def _progress(*columns: ProgressColumn) -> Progress:
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
