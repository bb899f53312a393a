"""Verdicts on the screen."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from bestsofar.reproduce.experiment import Outcome, Paper
from bestsofar.reproduce.verdicts import HEADINGS, cells, gaps, tally, verdicts

STYLES = {True: "green", False: "bold red", None: "dim"}


def show(console: Console, paper: Paper, outcomes: Sequence[Outcome]) -> None:
    """Print the verdicts on the claims of a paper, and what is missing."""
    table = Table(*HEADINGS, title=paper.title, title_justify="left", title_style="bold", show_lines=True)
    for verdict in verdicts(outcomes):
        *words, held = map(Text, cells(verdict))
        table.add_row(*words, Text(held.plain, STYLES[verdict.held]))
    console.print(table)
    console.print(tally(outcomes), highlight=False)
    for line in gaps(outcomes):
        console.print(Text(line, "yellow"))
