"""The shell: one verb, one thin module."""

from importlib.metadata import version
from typing import Annotated

import typer

from bestsofar.cli.curve import curve
from bestsofar.cli.demo import demo
from bestsofar.cli.failures import Verbs
from bestsofar.cli.fit import fit
from bestsofar.cli.info import info
from bestsofar.cli.predict import predict
from bestsofar.cli.printed import use_utf8_output
from bestsofar.cli.rank import rank
from bestsofar.cli.reproduce import reproduce
from bestsofar.cli.stream import stream

__all__ = ["main"]

app = typer.Typer(
    name="bestsofar", cls=Verbs, no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False
)
for verb in (demo, fit, predict, curve, rank, stream, info, reproduce):
    app.command()(verb)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"bestsofar {version('bestsofar')}")
        raise typer.Exit


@app.callback()
def _common(
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Classify data streams when time and memory are short."""


def main() -> None:
    """Run the command line."""
    use_utf8_output()
    app()
