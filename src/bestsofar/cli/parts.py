"""What is answered at once: a table, or all lines that are available at a time."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bestsofar.cli.batch import Batch
from bestsofar.cli.csv_columns import cells_of
from bestsofar.cli.layout import Layout
from bestsofar.cli.lines import STANDARD_INPUT, standard_input, texts_of_file
from bestsofar.cli.readings import Numbered, lines_of_table
from bestsofar.cli.records import first_record, numbered
from bestsofar.cli.tables import is_text, read_table


class Part(NamedTuple):
    """Some lines, to be read at once or, if one of them cannot be read, one by one with their numbers."""

    batch: Callable[[], Batch]
    lines: Callable[[], Iterable[Numbered]]


def parts(data: Path, layout: Layout, label: str) -> Iterator[Part]:
    """Read a table, or standard input as it comes.

    Parameters
    ----------
    data : the path of the table
    layout : the columns of its lines, if it has lines
    label : the column of the labels
    """
    if data == STANDARD_INPUT:
        return _of_texts(standard_input(), layout)
    if is_text(data):
        return _of_texts(texts_of_file(data), layout)
    batch = layout.arranged(read_table(data, label))
    return iter([Part(lambda: batch, partial(lines_of_table, batch))])


def _of_texts(texts: Iterator[bytes], layout: Layout) -> Iterator[Part]:
    number, begun = 1, False
    for text in texts:
        lines = text
        while lines and not begun:
            first = first_record(lines)
            begun = bool(first.strip())
            if begun and not layout.is_header_line(first):
                break
            lines, number = lines[len(first) :], number + first.count(b"\n")
        if lines.strip():
            yield Part(partial(_batch, lines, layout), partial(numbered, [lines], number))
        number += lines.count(b"\n")


def _batch(text: bytes, layout: Layout) -> Batch:
    first = first_record(text.lstrip(b"\r\n"))
    return layout.columns(cells_of(first)).batch(text)
