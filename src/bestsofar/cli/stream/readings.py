"""What comes in a stream: lines with their numbers, and what they say."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from bestsofar.cli.lines import Layout, cells_of, standard_input
from bestsofar.cli.tables import is_text, read_table, value
from bestsofar.datasets.csv_table import open_text

Line: TypeAlias = bytes | Sequence[Any]  # of a text, or the cells of a row
Numbered: TypeAlias = tuple[int, Line]


class Key(NamedTuple):
    """Which line it was, and the label that it told, if any."""

    line: int
    truth: Any


class Reading(NamedTuple):
    """An object of a stream, and whose answer is waited for."""

    key: Key
    x: Any


def lines_of_standard_input() -> Iterator[Numbered]:
    """Give each line as soon as it is there; the first is number 1."""
    return enumerate(chain.from_iterable(text.removesuffix(b"\n").split(b"\n") for text in standard_input()), 1)


def lines_of_file(path: Path, label: str) -> Iterator[Numbered]:
    """Give the lines of a file; a table that is no text has the lines that it would have as CSV."""
    if is_text(path):
        with open_text(path) as file:
            yield from enumerate(file.buffer, 1)
    else:
        X, y = read_table(path, label)
        rows = X.tolist() if isinstance(X, np.ndarray) else X
        labels = repeat(()) if y is None else ((name,) for name in y.tolist())
        yield from enumerate(([*row, *name] for row, name in zip(rows, labels, strict=False)), 2)


class Reader:
    """Makes readings of lines.

    Parameters
    ----------
    layout : what stands where
    classes : what labels the model knows: others are read as these are
    """

    def __init__(self, layout: Layout, classes: npt.NDArray[Any]) -> None:
        self._layout = layout
        self._as_label = {"i": int, "u": int, "f": float}.get(classes.dtype.kind, str)

    def without_header(self, lines: Iterable[Numbered]) -> Iterator[Numbered]:
        """Look whether the first line names the columns, and give those behind it; a table's rows have none."""
        waiting = iter(lines)
        for number, line in waiting:
            if not isinstance(line, bytes) or (line.strip() and not self._is_header(line)):
                yield number, line
            if not isinstance(line, bytes) or line.strip():
                break
        yield from waiting

    def read(self, number: int, line: Line) -> Reading | None:
        """Read a line; None: it is blank. A ValueError says why it cannot be read."""
        cells = cells_of(line) if isinstance(line, bytes) else line
        if not cells:
            return None
        columns = self._layout.columns(cells)
        truth = None if columns.label is None else self._label(cells[columns.label])
        return Reading(Key(number, truth), _object([cells[place] for place in columns.features]))

    def _is_header(self, line: bytes) -> bool:
        try:
            cells = cells_of(line)
        except ValueError:
            return False  # it will be refused, as any other
        return self._layout.is_header(cells)

    def _label(self, cell: Any) -> Any:
        if cell is None or cell == "":
            return None
        try:
            return self._as_label(cell)
        except ValueError:
            return cell


def _object(cells: Sequence[Any]) -> Any:
    values = [value(cell) if isinstance(cell, str) else cell for cell in cells]
    numeric = all(isinstance(each, float) for each in values)
    return np.array(values) if numeric else values
