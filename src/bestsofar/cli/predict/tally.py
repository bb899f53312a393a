"""Answers to lines, and how many were right."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import typer

from bestsofar.cli.failures import sentence
from bestsofar.cli.label_count import LabelCount
from bestsofar.cli.labels import Labels
from bestsofar.cli.parts import Part
from bestsofar.cli.predict.question import Answers, Question
from bestsofar.cli.readings import Reader


class Tally:
    """Answers lines, and counts right answers and refused lines.

    Parameters
    ----------
    question : what is asked
    reader : reads lines one by one
    """

    def __init__(self, question: Question, reader: Reader) -> None:
        self.count, self.refused = LabelCount(), 0
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
            self.count.add(label, truth)


def _alone(x: Any) -> Any:
    return x[np.newaxis] if isinstance(x, np.ndarray) else [x]
