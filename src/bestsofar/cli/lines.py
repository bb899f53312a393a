"""Lines as they come through a pipe, and what stands where in them."""

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
from bestsofar.errors import InvalidRecords, Words

STANDARD_INPUT = Path("-")
AT_ONCE = 2**18  # bytes; some hundredths of a second at the pace of short queries

Header = Annotated[
    bool | None,
    typer.Option(
        "--header/--no-header",
        help="Whether the first line of CSV is a header. Default: yes, unless it holds a number, true or false.",
        show_default=False,
    ),
]


def standard_input() -> Iterator[bytes]:
    """Yield all whole records that are there at a time, as one text; what comes last need not end."""
    if sys.stdin is None:
        raise OSError("standard input is closed")
    buffer: Any = sys.stdin.buffer
    pipe = getattr(buffer, "raw", buffer)  # raw: who waits there holds no lock when Python ends
    _widen(pipe)
    return whole_records(_whole_lines(pipe))


def _widen(pipe: Any) -> None:
    """Let more lines wait in a pipe, where the system can: who is behind answers more of them at once."""
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
            mark = b""  # it stands at the beginning only
        rest = begun if end else rest + data
    if rest.removeprefix(mark):
        yield rest.removeprefix(mark)


class Layout:
    """What stands where in a line: a header tells; where there is none the label, if there is one, comes last.

    Parameters
    ----------
    n_features : how many the model takes
    label : the name of the column of the labels
    header : whether there is one; None: see the first line
    names : of the features, as the model knows them; None: it does not

    Examples
    --------
    >>> layout = Layout(2, "label", None)
    >>> layout.is_header(["x", "y", "label"]), layout.columns(["0.5", "0.5", "1"]).label
    (True, 2)
    """

    def __init__(self, n_features: int, label: str, header: bool | None, names: Sequence[str] | None = None) -> None:
        self._n_features, self._label, self._header, self._names = n_features, label, header, names
        # None is the name of no column, so that one whose name is that of the labels is not taken for theirs
        features: list[Any] = [None] * n_features
        self._by_width = {len(columns): CsvColumns(columns, label) for columns in (features, [*features, label])}

    def is_header(self, first: Sequence[Any]) -> bool:
        """Look at the first line: tell whether it names the columns and, if so, remember them."""
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
        """Look at the first line as it came; one that cannot be read is no header: it will be refused as any other."""
        try:
            cells = cells_of(line)
        except ValueError:
            return False
        return self.is_header(cells)

    def columns(self, cells: Sequence[Any]) -> CsvColumns:
        """Tell what stands where in a line that is not the header."""
        if len(cells) not in self._by_width:
            raise self._unlike(len(cells), "values")
        return self._by_width[len(cells)]

    def arranged(self, batch: Batch) -> Batch:
        """Return a whole table as the model takes it."""
        width = len(batch.X[0]) if len(batch.X) else self._n_features
        if self._names is None and width != self._n_features:
            raise self._unlike(width, "features")
        return batch.arranged(self._names)

    def _unlike(self, count: int, what: str) -> InvalidRecords:
        wanted = [self._n_features] if what == "features" else self._by_width
        return InvalidRecords("bestsofar", "data", f"{' or '.join(map(str, wanted))} {what}", Words(str(count)))
