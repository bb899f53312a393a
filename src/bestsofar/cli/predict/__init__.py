"""`bestsofar predict`: labels for a table, or for lines as they arrive."""

from pathlib import Path
from typing import Annotated

import typer

from bestsofar.base.budget import check_budget
from bestsofar.cli.failures import DATA
from bestsofar.cli.layout import Layout
from bestsofar.cli.lines import STANDARD_INPUT, Header
from bestsofar.cli.models import opened
from bestsofar.cli.options import AsJson, Label, ModelPath, Seconds, Steps
from bestsofar.cli.parts import parts
from bestsofar.cli.predict.question import Question
from bestsofar.cli.predict.tally import Tally
from bestsofar.cli.predict.words import words_of
from bestsofar.cli.printed import csv_lines, put
from bestsofar.cli.readings import Reader

__all__ = ["predict"]


def predict(
    model: ModelPath,
    data: Annotated[Path, typer.Argument(help="A table; - reads CSV from standard input.")] = STANDARD_INPUT,
    steps: Steps = None,
    seconds: Seconds = None,
    proba: Annotated[bool, typer.Option("--proba", help="Add class probabilities.")] = False,
    why: Annotated[bool, typer.Option("--why", help="Add the confidence, the steps, and what ended the work.")] = False,
    label: Label = "label",
    header: Header = None,
    as_json: AsJson = False,
) -> None:
    """Predict a label for each row and print it as soon as it is ready.

    If the table has a label column, report the accuracy.
    """
    loaded, names = opened(model)
    check_budget("predict", steps, seconds)
    question = Question(loaded, steps, seconds, proba, why)
    layout = Layout(loaded.n_features_in_, label, header, names)
    text = words_of(question, as_json=as_json)
    tally = Tally(question, Reader(layout, loaded.classes_))
    if not as_json:
        put(csv_lines([question.fields + question.classes]))
    for part in parts(data, layout, label):
        for answers in tally.answers(part):
            put(text(answers))
    if tally.count.labelled:
        typer.echo(f"{tally.count} right", err=True)
    if tally.refused:
        raise typer.Exit(DATA)
