"""Reading files that hold tables in lines, and errors for those that cannot be read."""

import csv
import gzip
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from bestsofar.errors import BestsofarError, Verbatim


def open_lines(path: Path) -> BinaryIO:
    """Open a table that has lines, gzipped or not."""
    return cast("BinaryIO", gzip.open(path, "rb") if path.suffix.lower() == ".gz" else path.open("rb"))


def open_text(path: Path) -> TextIO:
    """Open a table as text, without a byte order mark."""
    return TextIOWrapper(open_lines(path), encoding="utf-8-sig", newline="")


def rows(lines: Iterable[str]) -> Iterator[list[str]]:
    """Split lines of CSV into cells; blank lines are left out."""
    return filter(None, csv.reader(lines, strict=True))


def number(text: str) -> float:
    """Read a number as written in tables; 1_1, a number only in Python source code, is a word.

    Parameters
    ----------
    text : the text of a cell; a ValueError says that it is not a number

    Examples
    --------
    >>> number("1e3")
    1000.0
    """
    if "_" in text or not text.strip().isascii():
        raise ValueError(f"not a number: {text!r}")
    return float(text)


@contextmanager
def reading(path: Path, refused: Callable[[str, object], BestsofarError]) -> Iterator[None]:
    """Turn any error in a file, but not the system's refusal to read it, into one sentence.

    Parameters
    ----------
    path : of the file
    refused : makes the error from what the file must be and what it is
    """
    try:
        yield
    except (BestsofarError, MemoryError):
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # from the system: nothing is wrong in the file
        why = str(error).strip().partition("\n")[0] or type(error).__name__
        raise refused("a table that can be read", Verbatim(f"{str(path)!r}: {why}")) from None
