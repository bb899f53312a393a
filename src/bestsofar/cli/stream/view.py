"""The live view of a stream."""

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from bestsofar.base import AnytimeClassifier
from bestsofar.cli.stream.ledger import Ledger
from bestsofar.cli.units import format_size
from bestsofar.scheduling import Scheduler

PER_SECOND = 8
SECONDS = 1  # over which the rate is measured
COLUMNS = ("lines/s", "waiting", "", "answered", "deadline", "evicted", "refused", "right", "memory")


class View:
    """Rate, queue, accuracy and memory, as they are when it is drawn.

    Parameters
    ----------
    scheduler : the one that answers
    capacity : how many objects may wait there
    ledger : what was counted
    model : the model, which may be learning
    title : printed above
    """

    def __init__(
        self, scheduler: Scheduler, capacity: int, ledger: Ledger, model: AnytimeClassifier, title: str | None = None
    ) -> None:
        self._title = title
        self._scheduler, self._capacity, self._ledger, self._model = scheduler, capacity, ledger, model
        self._past: deque[tuple[float, int]] = deque([(0.0, 0)], maxlen=PER_SECOND * SECONDS)

    def __rich__(self) -> Table:
        """Draw the present state."""
        seen, accuracy = self._scheduler.statistics, self._ledger.count.accuracy
        before, already = self._past[0]
        if seen.seconds > self._past[-1][0] + 1 / PER_SECOND:  # it is drawn more often when answers are printed above
            self._past.append((seen.seconds, seen.submitted))
        rate = (seen.submitted - already) / (seen.seconds - before)
        table = Table(title=self._title, box=SIMPLE_HEAD, padding=0)
        for name in COLUMNS:
            table.add_column(name, justify="right", no_wrap=True)
        table.add_row(
            f"{rate:,.0f}",
            f"{seen.waiting:,}",
            ProgressBar(self._capacity, seen.waiting, width=10),
            f"{self._ledger.answered:,}",
            f"{seen.deadline:,}",
            f"{seen.evicted:,}",
            f"{self._ledger.refused:,}",
            "" if accuracy is None else f"{accuracy:.1%}",
            format_size(self._model.nbytes),
        )
        return table


@contextmanager
def live(view: View, console: Console) -> Iterator[None]:
    """Keep drawing, if the console is a terminal; what is printed meanwhile appears above."""
    if not console.is_terminal:
        yield
        return
    with Live(
        get_renderable=view.__rich__,
        console=console,
        refresh_per_second=PER_SECOND,
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
        transient=True,
    ):
        yield
