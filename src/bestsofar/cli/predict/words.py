"""Answers as text: CSV or JSON, a line each."""

from collections.abc import Callable
from functools import partial
from typing import Any

from bestsofar.cli.predict.question import Answers, Question
from bestsofar.cli.printed import csv_lines, json_lines


def words_of(question: Question, *, as_json: bool) -> Callable[[Answers], str]:
    """Return a function that writes answers as text, a line each.

    Parameters
    ----------
    question : what was asked
    as_json : whether lines are JSON; otherwise they are CSV
    """
    if as_json:
        return partial(_json, question.fields, question.classes)
    if question.why or question.proba:
        return lambda answers: csv_lines(answers.rows)
    return LabelLines().text


class LabelLines(dict[Any, str]):
    """Lines of CSV that hold only a label: there are many, but few different ones."""

    def __missing__(self, label: Any) -> str:
        self[label] = line = csv_lines([(label,)])
        return line

    def text(self, answers: Answers) -> str:
        """Return a line for each answer."""
        return "".join(map(self.__getitem__, answers.labels))


def _json(fields: list[str], classes: list[str], answers: Answers) -> str:
    return json_lines(_named(fields, classes, row) for row in answers.rows)


def _named(fields: list[str], classes: list[str], answer: tuple[Any, ...]) -> dict[str, Any]:
    """Put probabilities into a field of their own, as a class may have the name of another field."""
    shares = {"proba": dict(zip(classes, answer[len(fields) :], strict=True))} if classes else {}
    return dict(zip(fields, answer, strict=False)) | shares
