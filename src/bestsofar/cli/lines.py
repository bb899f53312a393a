"""Lines as they come through a pipe, and the meaning of their columns."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from bestsofar.cli.batch import Batch
from bestsofar.cli.csv_columns import CsvColumns, cells_of, value
from bestsofar.cli.records import whole_records
from bestsofar.cli.tables import BOM, reading
from bestsofar.datasets.files import open_lines
from bestsofar.errors import InvalidRecords, Verbatim

STANDARD_INPUT = Path("-")
AT_ONCE = 2**18  # bytes; a few hundredths of a second at the pace of short queries

Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first line of a CSV table is a header. Default: yes, unless it has a number, true or false.",
        show_default=False,
    ),
]


def standard_input() -> Iterator[bytes]:
    """Yield all whole records that are available at a time, as one text; the last line need not end."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    buffer: Any = sys.stdin.buffer
    pipe = getattr(buffer, "raw", buffer)  # raw: a thread that waits there holds no lock when Python exits
    _widen(pipe)
    return whole_records(_whole_lines(pipe))


def _widen(pipe: Any) -> None:
    """Let more lines wait in a pipe, if the system can: then a slow reader answers more of them at once."""
    with suppress(ImportError, AttributeError, OSError):
        system = import_module("fcntl")
        system.fcntl(pipe.fileno(), system.F_SETPIPE_SZ, AT_ONCE)


def texts_of_file(path: Path) -> Iterator[bytes]:
    """Yield the records of a file, many at a time, as one text."""
    with reading(path), open_lines(path) as file:
        yield from whole_records(_whole_lines(file))


def _whole_lines(pipe: Any) -> Iterator[bytes]:
    rest, mark = b"", BOM
    while data := pipe.read(AT_ONCE):
        lines, end, begun = data.rpartition(b"\n")
        if end:
            yield (rest + lines + end).removeprefix(mark)
            mark = b""  # it occurs only at the beginning
        rest = begun if end else rest + data
    if rest.removeprefix(mark):
        yield rest.removeprefix(mark)


class Layout:
    """The meaning of the columns: given by a header; without one, the label, if there is any, comes last.

    Parameters
    ----------
    n_features : how many features the model takes
    label : the name of the label column
    header : whether there is one, or None to decide by the first line
    names : the names of the features, or None if the model does not know them

    Examples
    --------
    >>> layout = Layout(2, "label", None)
    >>> layout.is_header(["x", "y", "label"]), layout.columns(["0.5", "0.5", "1"]).label
    (True, 2)
    """

    def __init__(self, n_features: int, label: str, header: bool | None, names: Sequence[str] | None = None) -> None:
        self._n_features, self._label, self._header, self._names = n_features, label, header, names
        # None is never the name of a column, so that a feature with the name of the label column is not taken for it
        features: list[Any] = [None] * n_features
        self._by_width = {len(columns): CsvColumns(columns, label) for columns in (features, [*features, label])}

    def is_header(self, first: Sequence[Any]) -> bool:
        """Tell whether the first line names the columns and, if so, remember the names."""
        if self._header is None:
            known = self._label in first or list(first) == self._names
            named = known or not any(isinstance(value(cell), float | bool) for cell in first)
        else:
            named = self._header
        if named:
            columns = CsvColumns(first, self._label, self._names)
            if len(columns.features) != self._n_features:
                raise self._unlike(len(columns.features), "features")
            self._by_width = {columns.width: columns}
        return named

    def is_header_line(self, line: bytes) -> bool:
        """The same for an unread line; one that cannot be read is no header, and will be refused like any other."""
        try:
            cells = cells_of(line)
        except ValueError:
            return False
        return self.is_header(cells)

    def columns(self, cells: Sequence[Any]) -> CsvColumns:
        """Return the columns of a line that is not the header."""
        if len(cells) not in self._by_width:
            raise self._unlike(len(cells), "values")
        return self._by_width[len(cells)]

    def arranged(self, batch: Batch) -> Batch:
        """Return a whole table with its columns in the order of the model."""
        width = len(batch.X[0]) if len(batch.X) else self._n_features
        if self._names is None and width != self._n_features:
            raise self._unlike(width, "features")
        return batch.arranged(self._names)

    def _unlike(self, count: int, what: str) -> InvalidRecords:
        wanted = [self._n_features] if what == "features" else self._by_width
        return InvalidRecords("bestsofar", "data", f"{' or '.join(map(str, wanted))} {what}", Verbatim(str(count)))
