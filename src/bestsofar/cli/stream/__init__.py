"""`bestsofar stream`: many objects at once, as they arrive, each before its deadline."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from bestsofar.base import Answer, AnytimeClassifier
from bestsofar.cli.console import Console
from bestsofar.cli.failures import DATA, SIGNALLED, sentence
from bestsofar.cli.layout import Layout
from bestsofar.cli.lines import STANDARD_INPUT, Header
from bestsofar.cli.models import opened, put_names
from bestsofar.cli.options import AsJson, Label, report
from bestsofar.cli.outputs import check_output
from bestsofar.cli.printed import csv_lines, json_lines, put
from bestsofar.cli.readings import Key, Numbered, Reader, lines_of_file, lines_of_standard_input
from bestsofar.cli.stream import ledger as ledgers
from bestsofar.cli.stream.flow import Flow
from bestsofar.cli.stream.learner import Learner
from bestsofar.cli.stream.ledger import FATES, UNANSWERED, Ledger
from bestsofar.cli.stream.pace import gaps, paced
from bestsofar.cli.stream.signals import on_signal
from bestsofar.cli.stream.view import View, live
from bestsofar.cli.units import parse_duration
from bestsofar.errors import InvalidParameter
from bestsofar.scheduling import Scheduler
from bestsofar.scheduling.policy import NAMES
from bestsofar.storage import save

__all__ = ["stream"]

FIELDS = ["line", "label", "confidence", "steps", "why"]


ModelOption = Annotated[Path, typer.Option("--model", help="A model file.", show_default=False)]
Replayed = Annotated[Path, typer.Argument(help="A table to replay; - reads CSV from standard input, in real time.")]
Rate = Annotated[
    float | None, typer.Option(min=1e-6, help="Rows of the table per second. Default: as fast as possible.")
]
Poisson = Annotated[bool, typer.Option("--poisson", help="Draw random (exponential) gaps instead of equal ones.")]
PolicyName = Annotated[
    str | None,
    typer.Option(
        help=f"Which row is next: {', '.join(NAMES)}. Default: gain, or evidence if the model has no gain table.",
        show_default=False,
    ),
]
Deadline = Annotated[
    float | None,
    typer.Option(parser=parse_duration, metavar="DURATION", help="Time limit for each answer: 5ms, 200us."),
]
Capacity = Annotated[int, typer.Option(help="Most rows waiting at once; at the limit, one is finalised early.")]
Learn = Annotated[bool, typer.Option("--learn", help="Learn from rows that have a label.")]
Output = Annotated[Path | None, typer.Option(help="Model file to write at the end; needs --learn.")]


def stream(
    model: ModelOption,
    data: Replayed = STANDARD_INPUT,
    rate: Rate = None,
    poisson: Poisson = False,
    policy: PolicyName = None,
    deadline: Deadline = None,
    capacity: Capacity = 1024,
    learn: Learn = False,
    output: Output = None,
    label: Label = "label",
    header: Header = None,
    as_json: AsJson = False,
) -> None:
    """Classify rows as they arrive, each before its deadline; print answers as they become final."""
    _check_output(output, data, learn=learn)
    distances = _distances(data, rate, poisson=poisson)
    loaded, names = opened(model)
    console = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False, markup=False)
    ledger = Ledger(partial(_tell, console, as_json))
    learner = Learner(loaded, ledger) if learn else None
    layout = Layout(loaded.n_features_in_, label, header, names)
    lines = _lines(data, label, layout)
    scheduler = Scheduler(loaded, policy=policy, capacity=capacity)
    flow = Flow(scheduler, Reader(layout, loaded.classes_), ledger, deadline=deadline, learner=learner)
    if learner is not None:
        learner.start()
    try:
        with on_signal(flow.stop) as signals, live(View(scheduler, capacity, ledger, loaded), console):
            _answer(flow, lines if distances is None else paced(lines, distances), ledger, as_json=as_json)
    finally:
        flow.end()
        if learner is not None:
            learner.finish()
            _keep(loaded, names, output)
        tell = ledgers.exact if as_json else ledgers.readable
        report(tell(ledger, scheduler.statistics, loaded), as_json=as_json, err=True)
    if signals:
        raise typer.Exit(SIGNALLED + signals[0])
    if ledger.refused or ledger.unlearnable or scheduler.statistics.failed:
        raise typer.Exit(DATA)


def _check_output(output: Path | None, data: Path, *, learn: bool) -> None:
    if output is None:
        return
    if not learn:
        raise InvalidParameter("bestsofar", "--output", "given together with --learn", str(output))
    check_output(output, data)  # it may replace the model


def _keep(model: AnytimeClassifier, names: list[str] | None, output: Path | None) -> None:
    put_names(model, names)
    if output is not None:
        save(model, output)


def _distances(data: Path, rate: float | None, *, poisson: bool) -> Iterator[float] | None:
    if poisson and rate is None:
        raise InvalidParameter("bestsofar", "--poisson", "given together with --rate", poisson)
    if data == STANDARD_INPUT and rate is not None:
        raise InvalidParameter("bestsofar", "--rate", "given together with a table: a pipe has its own", rate)
    return None if rate is None else gaps(rate, poisson=poisson)


def _lines(data: Path, label: str, layout: Layout) -> Iterator[Numbered]:
    return lines_of_standard_input() if data == STANDARD_INPUT else lines_of_file(data, label, layout)


def _tell(console: Console, as_json: bool, line: int, fate: str, error: Exception) -> None:
    """Report a line that has no result."""
    if as_json:
        console.print(json.dumps({"line": line, fate: sentence(error)}))
    else:
        console.print(f"bestsofar: line {line} {FATES[fate]}: {sentence(error)}")


def _answer(flow: Flow, lines: Iterator[Numbered], ledger: Ledger, *, as_json: bool) -> None:
    if not as_json:
        put(csv_lines([FIELDS]))
    flow.start(lines)
    for outcomes in flow:
        answers = [(key, answer) for key, answer in outcomes if isinstance(answer, Answer)]
        rows = [_values(*each) for each in answers]
        put(json_lines(dict(zip(FIELDS, row, strict=True)) for row in rows) if as_json else csv_lines(rows))
        ledger.enter((key, answer.label) for key, answer in answers)
        for key, error in outcomes:
            if not isinstance(error, Answer):
                ledger.tell(key.line, UNANSWERED, error)


def _values(key: Key, answer: Answer) -> list[Any]:
    return [key.line, answer.label, round(answer.confidence, 4), answer.steps, answer.why]
