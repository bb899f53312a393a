"""`bestsofar predict`: labels for a table, or for lines as they come."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer

from bestsofar.base import AnytimeClassifier
from bestsofar.base.budget import check_budget
from bestsofar.cli.failures import DATA, sentence
from bestsofar.cli.labels import Labels
from bestsofar.cli.lines import STANDARD_INPUT, Header, Layout
from bestsofar.cli.models import opened
from bestsofar.cli.options import AsJson, Label, ModelPath, Seconds, Steps
from bestsofar.cli.parts import Part, parts
from bestsofar.cli.printed import csv_lines, json_lines, put
from bestsofar.cli.readings import Reader


class Answers(NamedTuple):
    """What was found for some objects.

    Parameters
    ----------
    labels : one for each
    details : what else was asked for, for each; empty if nothing was
    """

    labels: list[Any]
    details: list[tuple[Any, ...]]

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """Both together."""
        if not self.details:
            return list(zip(self.labels))
        return [(label, *more) for label, more in zip(self.labels, self.details, strict=True)]


class Question(NamedTuple):
    """What is asked of every object."""

    model: AnytimeClassifier
    steps: int | None
    seconds: float | None
    proba: bool
    why: bool

    @property
    def fields(self) -> list[str]:
        """The names of what an answer holds, but for the shares."""
        return ["label", *(("confidence", "steps", "why") if self.why else ())]

    @property
    def classes(self) -> list[str]:
        """The names of the shares that an answer holds."""
        return list(map(str, self.model.classes_.tolist())) if self.proba else []

    def answers(self, X: Any) -> Answers:
        """Answer for many objects."""
        if self.why:
            answers = [self._answer(x) for x in X]
            return Answers([label for label, *_ in answers], [tuple(more) for _, *more in answers])
        budget: dict[str, Any] = {"steps": self.steps, "seconds": self.seconds}
        if not self.proba:
            return Answers(self.model.predict(X, **budget).tolist(), [])
        shares = self.model.predict_proba(X, **budget)
        return Answers(self.model.classes_[shares.argmax(axis=1)].tolist(), list(map(tuple, shares.tolist())))

    def _answer(self, x: Any) -> tuple[Any, ...]:
        query = self.model.begin(x)
        left = None if self.steps is None else max(0, self.steps - query.steps)
        answer = query.refine(steps=left, seconds=self.seconds).answer
        shares = answer.proba.tolist() if self.proba else ()
        return (answer.label, round(answer.confidence, 4), answer.steps, answer.why, *shares)


class Tally:
    """Counts answers that are right, and lines that are refused.

    Parameters
    ----------
    question : what is asked
    reader : who reads lines one by one
    """

    def __init__(self, question: Question, reader: Reader) -> None:
        self.right = self.labelled = self.refused = 0
        self._question, self._reader = question, reader
        self._labels = Labels(question.model.classes_)

    def answers(self, part: Part) -> Iterator[Answers]:
        """Answer some lines: all at once or, if one of them cannot be read, one by one."""
        try:
            batch = part.batch()
            answers = self._question.answers(batch.X)
        except (ValueError, TypeError):
            yield from self._singly(part)
            return
        if batch.cells is not None:
            self._compare(answers.labels, map(self._labels.read, batch.cells))
        yield answers

    def _singly(self, part: Part) -> Iterator[Answers]:
        for number, line in part.lines():
            try:
                reading = self._reader.read(number, line)
                answers = None if reading is None else self._question.answers(_alone(reading.x))
            except (ValueError, TypeError) as error:
                self.refused += 1
                typer.echo(f"bestsofar: line {number} is refused: {sentence(error)}", err=True)
                continue
            if reading is not None and answers is not None:
                self._compare(answers.labels, [reading.key.truth])
                yield answers

    def _compare(self, labels: list[Any], truths: Iterable[Any]) -> None:
        for label, truth in zip(labels, truths, strict=True):
            self.labelled += truth is not None
            self.right += truth is not None and label == truth


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
    loaded, names = opened(model)
    check_budget("predict", steps, seconds)
    question = Question(loaded, steps, seconds, proba, why)
    layout = Layout(loaded.n_features_in_, label, header, names)
    text = _text(question, as_json=as_json)
    tally = Tally(question, Reader(layout, loaded.classes_))
    if not as_json:
        put(csv_lines([question.fields + question.classes]))
    for part in parts(data, layout, label):
        for answers in tally.answers(part):
            put(text(answers))
    if tally.labelled:
        typer.echo(f"{100 * tally.right / tally.labelled:.2f} % of {tally.labelled} right", err=True)
    if tally.refused:
        raise typer.Exit(DATA)


def _alone(x: Any) -> Any:
    return x[np.newaxis] if isinstance(x, np.ndarray) else [x]


def _text(question: Question, *, as_json: bool) -> Callable[[Answers], str]:
    """Tell how answers are put into words, a line each."""
    if as_json:
        return partial(_json, question.fields, question.classes)
    if question.why or question.proba:
        return lambda answers: csv_lines(answers.rows)
    return LabelLines().text


class LabelLines(dict[Any, str]):
    """Lines of CSV that hold a label alone: there are many, but few that differ."""

    def __missing__(self, label: Any) -> str:
        self[label] = line = csv_lines([(label,)])
        return line

    def text(self, answers: Answers) -> str:
        """Give a line for each answer."""
        return "".join(map(self.__getitem__, answers.labels))


def _json(fields: list[str], classes: list[str], answers: Answers) -> str:
    return json_lines(_named(fields, classes, row) for row in answers.rows)


def _named(fields: list[str], classes: list[str], answer: tuple[Any, ...]) -> dict[str, Any]:
    """Give shares a place of their own: a class may be called as another field is."""
    shares = {"proba": dict(zip(classes, answer[len(fields) :], strict=True))} if classes else {}
    return dict(zip(fields, answer, strict=False)) | shares
