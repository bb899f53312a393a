"""What the verbs have in common: how they read options, and how they report."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from bestsofar.base.storable import STORABLE, Storable
from bestsofar.cli.console import Console
from bestsofar.errors import InvalidParameter

FOUR_DIGITS = 10_000
UNITS = {"": 1.0, "s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "ns": 1e-9, "min": 60.0}


def duration(text: str) -> float:
    """Read `5ms`, `500us`, `0.001`.

    >>> duration("5ms"), duration("0.001"), duration("2 min")
    (0.005, 0.001, 120.0)
    """
    found = re.fullmatch(r"((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?) *([a-zµ]*)", str(text))
    if not found or found[2] not in UNITS:
        raise typer.BadParameter(f"{text!r} is no duration such as 5ms, 500us or 0.001")
    return float(found[1]) * UNITS[found[2]]


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
    float | None, typer.Option(parser=duration, metavar="DURATION", help="Most time for each row: 5ms, 500us, 0.001.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def make(kinds: type[Storable], name: str, settings: Sequence[str], *, option: str) -> Any:
    """Make an estimator from its name; `neighbors` is short for `NeighborsClassifier`.

    Parameters
    ----------
    kinds : the base class that it must have
    name : the name of its class, in upper or lower case
    settings : its parameters, as NAME=VALUE
    option : the option that gives the name, for errors
    """
    known = {key: kind for key, kind in STORABLE.items() if issubclass(kind, kinds)}
    for key, kind in known.items():
        if name.lower() in {key.lower(), key.lower().removesuffix("classifier")}:
            return _with(kind, dict(_setting(setting) for setting in settings))
    raise InvalidParameter("bestsofar", option, f"one of {', '.join(sorted(known))}", name)


def _with(kind: type[Storable], parameters: Mapping[str, Any]) -> Storable:
    known = kind().get_params(deep=False)
    for name in parameters:
        if name not in known:
            raise InvalidParameter("bestsofar", "--set", f"a parameter of {kind.__name__}: {', '.join(known)}", name)
    return kind(**parameters)


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidParameter("bestsofar", "--set", "NAME=VALUE", text)
    if value in STORABLE:
        return name, STORABLE[value]()
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def know_categories(estimator: Any, settings: Sequence[str]) -> None:
    """Choose the metric that handles categories and missing values, unless one was set."""
    chosen = any(_setting(setting)[0] == "metric" for setting in settings)
    if not chosen and estimator.get_params(deep=False).get("metric") == "euclidean":
        estimator.set_params(metric="mixed")


def report(facts: Mapping[str, Any], *, as_json: bool, err: bool = False) -> None:
    """Print facts, one per line, on standard output or standard error."""
    if as_json:
        typer.echo(json.dumps(facts, default=str), err=err)
        return
    grid = Table.grid(padding=(0, 2))
    for name, value in facts.items():
        grid.add_row(Text(name), Text(str(value)))  # never markup
    Console(highlight=False, soft_wrap=True, stderr=err).print(grid)


def size(nbytes: int) -> str:
    """Write a number of bytes for people."""
    for unit in ("bytes", "kB", "MB"):
        if nbytes < FOUR_DIGITS:
            return f"{nbytes} {unit}"
        nbytes = round(nbytes / 1000)
    return f"{nbytes} GB"


def lapse(seconds: float) -> str:
    """Write a duration for people.

    >>> lapse(0.0042), lapse(90)
    ('4.2 ms', '90 s')
    """
    for unit, size in {"s": 1.0, "ms": 1e-3}.items():
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} us"
