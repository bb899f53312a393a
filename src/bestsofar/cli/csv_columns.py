"""Lines of CSV, and the meaning of their columns."""

import csv
import re
import reprlib
from collections.abc import Sequence
from io import StringIO
from typing import TypeAlias

import numpy as np

from bestsofar import _core
from bestsofar.cli.batch import Batch, places
from bestsofar.cli.labels import TRUTHS
from bestsofar.cli.records import records
from bestsofar.datasets import files
from bestsofar.errors import InvalidRecords, Verbatim

Value: TypeAlias = float | bool | str | None

LONE_RETURN = re.compile(rb"\r(?!\n)")


def cells_of(line: bytes) -> list[str]:
    """Split a line of CSV into cells; a blank one has none."""
    return next(iter(_rows(line)), []) if line.strip() else []


def _rows(text: bytes) -> list[list[str]]:
    """Split lines of CSV into cells; blank lines are left out."""
    try:
        rows = list(files.rows(StringIO(text.decode(), newline="")))
    except csv.Error as error:
        raise ValueError(str(error)) from None
    # For the CSV reader such a return ends a line, but not for the line numbers: some lines would get lost.
    if LONE_RETURN.search(text) and len(rows) > sum(bool(record.strip()) for record in records(text)):
        raise ValueError("a carriage return within a line; lines end with a line feed")
    return rows


class CsvColumns:
    """The columns of a CSV file.

    Parameters
    ----------
    names : the columns
    label : the column of the labels; it may be missing
    wanted : the features in the order wanted, or None for the order of the file
    """

    def __init__(self, names: Sequence[str], label: str, wanted: Sequence[str] | None = None) -> None:
        if names.count(label) > 1:
            must_be = f"a table with one column {label!r}"
            raise InvalidRecords("bestsofar", "data", must_be, Verbatim(f"{names.count(label)} columns of that name"))
        self.width = len(names)
        self.label = names.index(label) if label in names else None
        self.features = [place for place in range(self.width) if place != self.label]
        self._order: list[int] | None = None  # None copies nothing
        if wanted is not None:
            order = places([names[place] for place in self.features], wanted)
            self._order = None if order == sorted(order) else order
            self.features = [self.features[place] for place in order]

    def batch(self, text: bytes) -> Batch:
        """Read some of the lines below the header."""
        numbers = _core.number_rows(text, self.width, self.label)
        if numbers is None:  # it handles neither quotes nor blanks, categories nor missing values
            return self._batch_of_cells(text)
        X = numbers if self._order is None else numbers.take(self._order, axis=1)
        if self.label is None:
            return Batch(X, None)
        lines = text.removesuffix(b"\n").split(b"\n") if text else []
        return Batch(X, [line.split(b",")[self.label].rstrip(b"\r").decode() for line in lines])

    def _batch_of_cells(self, text: bytes) -> Batch:
        rows = _rows(text)
        for row in rows:
            if len(row) != self.width:
                raise ValueError(f"{len(row)} values in a row, not {self.width}: {reprlib.repr(row)}")
        labels = None if self.label is None else [row[self.label] for row in rows]
        values = [[value(row[place]) for place in self.features] for row in rows]
        kinds = {type(each) for row in values for each in row}
        if kinds <= {float}:
            return Batch(np.array(values, dtype=np.float64).reshape(len(rows), len(self.features)), labels)
        if kinds >= {bool, str}:
            self._keep_words(values, rows)
        return Batch(values, labels)

    def _keep_words(self, values: list[list[Value]], rows: list[list[str]]) -> None:
        """Treat truth values as words in columns that contain other words."""
        for column, place in enumerate(self.features):
            if any(isinstance(row[column], str) for row in values):
                for row, cells in zip(values, rows, strict=True):
                    row[column] = cells[place] if isinstance(row[column], bool) else row[column]


def value(text: str) -> Value:
    """Read a cell: a number, a truth value, a category, or None if it is empty."""
    try:
        return files.number(text) if text else None
    except ValueError:
        return TRUTHS.get(text, text)
