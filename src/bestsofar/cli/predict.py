"""`bestsofar predict`: labels for a table, or for lines as they come."""

import csv
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from bestsofar.base import AnytimeClassifier
from bestsofar.cli.lines import STANDARD_INPUT, Header, Layout, cells_of, standard_input
from bestsofar.cli.options import AsJson, Label, ModelPath, Seconds, Steps
from bestsofar.cli.tables import Batch, read_table
from bestsofar.storage import load


class Question(NamedTuple):
    """What is asked of every object."""

    model: AnytimeClassifier
    steps: int | None
    seconds: float | None
    proba: bool
    why: bool

    @property
    def fields(self) -> list[str]:
        """The names of what an answer holds."""
        classes = map(str, self.model.classes_.tolist()) if self.proba else ()
        return ["label", *(("confidence", "steps", "why") if self.why else ()), *classes]

    def answers(self, X: Any) -> list[tuple[Any, ...]]:
        """Answer for many objects."""
        if self.why:
            return [self._answer(x) for x in X]
        budget: dict[str, Any] = {"steps": self.steps, "seconds": self.seconds}
        if not self.proba:
            return list(zip(self.model.predict(X, **budget).tolist()))
        shares = self.model.predict_proba(X, **budget)
        labels = self.model.classes_[shares.argmax(axis=1)].tolist()
        return [(label, *row) for label, row in zip(labels, shares.tolist(), strict=True)]

    def _answer(self, x: Any) -> tuple[Any, ...]:
        query = self.model.begin(x)
        left = None if self.steps is None else max(0, self.steps - query.steps)
        answer = query.refine(steps=left, seconds=self.seconds).answer
        shares = answer.proba.tolist() if self.proba else ()
        return (answer.label, round(answer.confidence, 4), answer.steps, answer.why, *shares)


def predict(
    model: ModelPath,
    data: Annotated[Path, typer.Argument(help="A table; - is standard input, CSV.")] = STANDARD_INPUT,
    steps: Steps = None,
    seconds: Seconds = None,
    proba: Annotated[bool, typer.Option("--proba", help="Add the share of each class.")] = False,
    why: Annotated[bool, typer.Option("--why", help="Add confidence, steps, and what ended the work.")] = False,
    label: Label = "label",
    header: Header = None,
    as_json: AsJson = False,
) -> None:
    """Label objects, and print a line for each as soon as it is there; true labels, if told, are compared."""
    loaded = load(model)
    question = Question(loaded, steps, seconds, proba, why)
    fields, layout = question.fields, Layout(loaded.n_features_in_, label, header)
    text = _text(fields, as_json=as_json)
    if not as_json:
        _print(_csv([fields]))
    right = total = 0
    for X, y in _as_they_come(layout) if data == STANDARD_INPUT else [read_table(data, label)]:
        answers = question.answers(X)
        _print(text(answers))
        if y is not None:
            total += len(y)
            right += sum(str(answer[0]) == str(truth) for answer, truth in zip(answers, y.tolist(), strict=True))
    if total:
        typer.echo(f"{100 * right / total:.2f} % of {total} right", err=True)


def _text(fields: list[str], *, as_json: bool) -> Callable[[list[tuple[Any, ...]]], str]:
    """Tell how answers with such fields are put into words, a line each."""
    if as_json:
        return partial(_json, fields)
    return LabelLines().text if fields == ["label"] else _csv


class LabelLines(dict[tuple[Any, ...], str]):
    """Lines of CSV that hold a label alone: there are many, but few that differ."""

    def __missing__(self, answer: tuple[Any, ...]) -> str:
        self[answer] = line = _csv([answer])
        return line

    def text(self, answers: list[tuple[Any, ...]]) -> str:
        """Give a line for each answer."""
        return "".join(map(self.__getitem__, answers))


def _csv(rows: list[Any]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _json(fields: list[str], answers: list[tuple[Any, ...]]) -> str:
    return "".join(json.dumps(dict(zip(fields, answer, strict=True))) + "\n" for answer in answers)


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()  # whoever waits at the other end of a pipe gets it now


def _as_they_come(layout: Layout) -> Iterator[Batch]:
    """Read standard input: all whole lines that are there at a time."""
    columns = None
    for text in standard_input():
        lines = text
        while columns is None and lines:
            first, _, following = lines.partition(b"\n")
            cells = cells_of(first)
            if not cells or layout.is_header(cells):
                lines = following
            if cells:
                columns = layout.columns(cells)
        if columns and lines:
            yield columns.batch(lines)
