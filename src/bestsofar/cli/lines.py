"""Lines as they come from a file or through a pipe."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer

from bestsofar.cli.records import whole_records
from bestsofar.cli.tables import BOM, reading
from bestsofar.datasets.files import open_lines

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
