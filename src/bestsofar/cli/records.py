"""Records of CSV: most are one line, but quoted text may span several."""

import csv
import re
from collections.abc import Iterable, Iterator
from io import BytesIO

LONGEST = csv.field_size_limit()  # bytes of a record of many lines
_OPEN_CELL = re.compile(rb'"[^"]*(?:""[^"]*)*')
_CELLS_BEFORE_THE_LAST = re.compile(rb'\A(?:(?:%b"(?!")[^,]*|[^",][^,]*)?,)*' % _OPEN_CELL.pattern)


def numbered(texts: Iterable[bytes], number: int = 1) -> Iterator[tuple[int, bytes]]:
    """Yield each record of texts, with the number of the line where it begins.

    Parameters
    ----------
    texts : made of whole records
    number : that of the first line
    """
    for text in texts:
        for record in records(text):
            yield number, record
            number += record.count(b"\n")


def records(text: bytes) -> Iterator[bytes]:
    r"""Split a text into records; a line whose quote is not closed, or too late, is a record that cannot be read.

    >>> list(records(b'1,"two\nlines"\n2,"one\n3,4\n'))
    [b'1,"two\nlines"\n', b'2,"one\n', b'3,4\n']
    """
    lines = BytesIO(text)
    if b'"' not in text:
        yield from lines
    for line in lines:
        following = lines.tell()
        record = _closed(line, lines)
        if record is None:
            lines.seek(following)
        yield record or line


def first_record(text: bytes) -> bytes:
    """Return the first record of a text."""
    line = text[: text.find(b"\n") + 1] or text
    return next(records(text)) if b'"' in line else line


def whole_records(texts: Iterable[bytes]) -> Iterator[bytes]:
    """Turn texts of whole lines into texts of whole records, and yield each as soon as it is complete."""
    begun = b""
    for text in texts:
        if begun and len(begun) + len(text) <= LONGEST and _ends_quoted(b'"' + text):
            begun += text
            continue
        whole, begun = _parted(begun + text)
        if whole:
            yield whole
    if begun:
        yield begun


def _parted(text: bytes) -> tuple[bytes, bytes]:
    """Separate whole records from the beginning of one that may still be closed."""
    if b'"' in text:
        begin = 0
        for record in records(text):
            if len(text) - begin <= LONGEST and _ends_quoted(record):
                return text[:begin], text[begin:]
            begin += len(record)
    return text, b""


def _closed(line: bytes, following: BytesIO) -> bytes | None:
    record, length, is_quoted = [line], len(line), _ends_quoted(line)
    while is_quoted:
        line = following.readline()
        length += len(line)
        if not line or length > LONGEST:
            return None
        record.append(line)
        is_quoted = b'"' not in line or _ends_quoted(b'"' + line)
    return b"".join(record)


def _ends_quoted(text: bytes) -> bool:
    """Tell whether the end of a text is between quotes; only a quote at the beginning of a cell opens."""
    if b'"' not in text:
        return False
    last_cell = _CELLS_BEFORE_THE_LAST.sub(b"", text, count=1)
    return _OPEN_CELL.fullmatch(last_cell) is not None
