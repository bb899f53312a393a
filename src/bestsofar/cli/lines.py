"""Lines as they come through a pipe, and what stands where in them."""

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from bestsofar.cli.tables import CsvColumns, value
from bestsofar.errors import InvalidRecords, Words

STANDARD_INPUT = Path("-")
AT_ONCE = 2**16  # bytes: what a pipe holds

Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first line of standard input names the columns; not told: if none of its values is a number.",
        show_default=False,
    ),
]


def standard_input() -> Iterator[bytes]:
    """Give all whole lines that are there at a time, as one text; what comes last need not end."""
    buffer: Any = sys.stdin.buffer
    pipe = getattr(buffer, "raw", buffer)  # raw: a thread that waits there holds no lock when Python ends
    rest = b""
    while data := pipe.read(AT_ONCE):
        lines, end, begun = data.rpartition(b"\n")
        if end:
            yield rest + lines + end
        rest = begun if end else rest + data
    if rest:
        yield rest


def cells_of(line: bytes) -> list[str]:
    """Take a line of CSV apart; a blank one has no cells."""
    try:
        return next(csv.reader([line.decode()]), []) if line.strip() else []
    except csv.Error as error:
        raise ValueError(str(error)) from None


class Layout:
    """What stands where in a line: a header tells; where there is none the label, if there is one, comes last.

    Parameters
    ----------
    n_features : how many the model takes
    label : the name of the column of the labels
    header : whether there is one; None: see the first line

    Examples
    --------
    >>> layout = Layout(2, "label", None)
    >>> layout.is_header(["x", "y", "label"]), layout.columns(["0.5", "0.5", "1"]).label
    (True, 2)
    """

    def __init__(self, n_features: int, label: str, header: bool | None) -> None:
        self._n_features, self._label, self._header = n_features, label, header
        names = list(map(str, range(n_features)))
        self._by_width = {len(columns): CsvColumns(columns, label) for columns in (names, [*names, label])}

    def is_header(self, first: Sequence[Any]) -> bool:
        """Look at the first line: tell whether it names the columns and, if so, remember them."""
        if self._header is None:
            named = self._label in first or not any(isinstance(value(cell), float) for cell in first)
        else:
            named = self._header
        if named:
            columns = CsvColumns(first, self._label)
            if len(columns.features) != self._n_features:
                raise self._unlike(len(columns.features), "features")
            self._by_width = {columns.width: columns}
        return named

    def columns(self, cells: Sequence[Any]) -> CsvColumns:
        """Tell what stands where in a line that is not the header."""
        if len(cells) not in self._by_width:
            raise self._unlike(len(cells), "values")
        return self._by_width[len(cells)]

    def _unlike(self, count: int, what: str) -> InvalidRecords:
        wanted = [self._n_features] if what == "features" else self._by_width
        return InvalidRecords("bestsofar", "data", f"{' or '.join(map(str, wanted))} {what}", Words(str(count)))
