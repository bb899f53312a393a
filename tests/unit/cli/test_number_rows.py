"""The fast reader of numbers."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar._core import number_rows
from bestsofar.cli.csv_columns import CsvColumns

NUMBERS = st.one_of(
    st.floats().map(repr),
    st.floats(allow_nan=False, allow_infinity=False).map("{:.3e}".format),
    st.integers(-(10**20), 10**20).map(str),
    st.from_regex(r"-?[0-9]{1,9}\.[0-9]{0,9}", fullmatch=True),
    st.sampled_from(["1.", ".5", "-0", "007", "1e5", "1E-3", "0." + "1" * 40]),
)
CELLS = st.one_of(NUMBERS, st.sampled_from(["", " 1", "1 ", "+1", "x", '"1"', '"1,2"', "1e999", "0x10", "1_0", "1 2"]))


def plain(text, width):
    """Read a table slowly."""
    rows = list(csv.reader(io.StringIO(text)))
    assert all(len(row) == width for row in rows)
    return np.array([[float(cell) for cell in row] for row in rows], dtype=float).reshape(-1, width)


@given(st.lists(st.lists(NUMBERS, min_size=3, max_size=3), max_size=5), st.sampled_from(["\n", "\r\n"]))
def test_numbers_are_read_as_python_reads_them(rows, end):
    """To the last bit; the last line need not end."""
    text = end.join(map(",".join, rows))
    for whole in (text, text + end if text else text):
        got = number_rows(whole.encode(), 3, None)
        if got is not None:  # nothing, where the standard library of C++ reads no numbers
            assert got.tobytes() == plain(text, 3).tobytes()


@given(st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_what_is_not_plain_is_not_read(rows):
    """Either all lines are three numbers, and read so, or nothing is."""
    text = "\n".join(map(",".join, rows))
    got = number_rows(text.encode(), 3, None)
    if got is not None:
        np.testing.assert_array_equal(got, plain(text, 3))


@pytest.mark.parametrize("place", [0, 1, 2])
@given(labels=st.lists(st.text("ab é'", max_size=3), max_size=4), end=st.sampled_from(["\n", "\r\n"]))
def test_one_column_may_hold_anything(place, labels, end):
    """It is left out, and nothing else is; quotes are left to the slower reader."""
    rows = [["1", "2.5"] for _ in labels]
    for row, label in zip(rows, labels, strict=True):
        row.insert(place, label)
    text = "".join(",".join(row) + end for row in rows).encode()
    names = ["a", "b"]
    names.insert(place, "label")
    batch = CsvColumns(names, "label").batch(text)
    assert batch.X.tolist() == [[1.0, 2.5]] * len(labels)
    assert batch.labels == labels
    assert number_rows(b'1,"a,b",2\n', 3, 1) is None
    assert CsvColumns(["a", "label", "b"], "label").batch(b'1,"a,b",2\n').labels == ["a,b"]
