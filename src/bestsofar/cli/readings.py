"""What arrives from a file or through a pipe: numbered lines, and the objects in them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar.cli.batch import Batch
from bestsofar.cli.csv_columns import cells_of, value
from bestsofar.cli.labels import Labels
from bestsofar.cli.layout import Layout
from bestsofar.cli.lines import standard_input, texts_of_file
from bestsofar.cli.records import numbered
from bestsofar.cli.tables import is_text, read_table

Line: TypeAlias = bytes | Sequence[Any]  # a line of text, or the cells of a row
Numbered: TypeAlias = tuple[int, Line]


class Key(NamedTuple):
    """The number of a line, and the label in it, if any."""

    line: int
    truth: Any


class Reading(NamedTuple):
    """An object of a stream, and the line that it came from."""

    key: Key
    x: Any


def lines_of_standard_input() -> Iterator[Numbered]:
    """Yield each line as soon as it is available; the first is number 1."""
    return numbered(standard_input())


def lines_of_file(path: Path, label: str, layout: Layout) -> Iterator[Numbered]:
    """Yield the lines of a file; a table that is not text has the lines it would have as CSV."""
    return numbered(texts_of_file(path)) if is_text(path) else lines_of_table(layout.arranged(read_table(path, label)))


def lines_of_table(batch: Batch) -> Iterator[Numbered]:
    """Yield the rows of a table, the label last, with the numbers they would have as lines of CSV."""
    rows = batch.X.tolist() if isinstance(batch.X, np.ndarray) else batch.X
    labels = repeat(()) if batch.cells is None else ((cell,) for cell in batch.cells)
    return enumerate(([*row, *cell] for row, cell in zip(rows, labels, strict=False)), 2)


class Reader:
    """Turns lines into readings.

    Parameters
    ----------
    layout : the columns of a line
    classes : the labels that the model knows; others are read the same way
    """

    def __init__(self, layout: Layout, classes: npt.NDArray[Any]) -> None:
        self._layout = layout
        self._labels = Labels(classes)

    def without_header(self, lines: Iterable[Numbered]) -> Iterator[Numbered]:
        """Yield lines, without the first if it names the columns; the rows of a table have no header."""
        waiting = iter(lines)
        for number, line in waiting:
            if not isinstance(line, bytes) or (line.strip() and not self._layout.is_header_line(line)):
                yield number, line
            if not isinstance(line, bytes) or line.strip():
                break
        yield from waiting

    def read(self, number: int, line: Line) -> Reading | None:
        """Read a line; return None if it is blank. A ValueError says why it cannot be read."""
        cells = cells_of(line) if isinstance(line, bytes) else line
        if not cells:
            return None
        columns = self._layout.columns(cells)
        truth = None if columns.label is None else self._labels.read(cells[columns.label])
        return Reading(Key(number, truth), _object([cells[place] for place in columns.features]))


def _object(cells: Sequence[Any]) -> Any:
    values = [value(cell) if isinstance(cell, str) else cell for cell in cells]
    numeric = all(isinstance(each, float) for each in values)
    return np.array(values) if numeric else values
