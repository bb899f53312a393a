"""What the verbs have in common: how they read options, and how they report."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from bestsofar.cli.console import Console
from bestsofar.cli.units import parse_duration

Data = Annotated[Path, typer.Argument(help="A table: .csv, .csv.gz, .parquet, .arrow or .npz.", show_default=False)]
ModelPath = Annotated[Path, typer.Argument(help="A model file.", show_default=False)]
Label = Annotated[str, typer.Option(help="Name of the label column (in .npz files it is always y).")]
Settings = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Set a parameter (repeatable). VALUE is JSON, the name of an exemplar scheme, or a word.",
    ),
]
Steps = Annotated[int | None, typer.Option(help="Most steps for each row.")]
Seconds = Annotated[
    float | None,
    typer.Option(parser=parse_duration, metavar="DURATION", help="Most time for each row: 5ms, 500us, 0.001."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def report(facts: Mapping[str, Any], *, as_json: bool, err: bool = False) -> None:
    """Print facts, one per line, on standard output or standard error."""
    if as_json:
        typer.echo(json.dumps(facts, default=str), err=err)
        return
    grid = Table.grid(padding=(0, 2))
    for name, value in facts.items():
        grid.add_row(Text(name), Text(str(value)))  # never markup
    Console(highlight=False, soft_wrap=True, stderr=err).print(grid)
