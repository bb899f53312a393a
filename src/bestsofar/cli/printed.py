"""Lines on standard output, available at once at the other end of a pipe."""

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO, TextIOWrapper
from typing import Any


def csv_lines(rows: Iterable[Sequence[Any]]) -> str:
    r"""Write rows as CSV, a line each.

    >>> csv_lines([("line", "label"), (1, "a, b")])
    'line,label\n1,"a, b"\n'
    """
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def json_lines(objects: Iterable[Mapping[str, Any]]) -> str:
    """Write objects as JSON, a line each."""
    return "".join(json.dumps(each) + "\n" for each in objects)


def use_utf8_output() -> None:
    """Print UTF-8 into files and pipes, as we read it; a terminal gets codes for letters that it cannot show."""
    if not isinstance(sys.stdout, TextIOWrapper):
        return
    if sys.stdout.isatty():
        sys.stdout.reconfigure(errors="backslashreplace")
    else:
        sys.stdout.reconfigure(encoding="utf-8")


def put(text: str) -> None:
    """Print lines, and flush them."""
    sys.stdout.write(text)
    sys.stdout.flush()
