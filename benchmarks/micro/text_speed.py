"""Parsing a table of numbers from text, as it comes through a pipe: the core against NumPy and pyarrow."""

import io

import numpy as np
from pyarrow import csv, py_buffer

from benchmarks.report import Figure, at_most
from benchmarks.timing import MICROSECOND, race
from bestsofar._core import number_rows

LINES, FEATURES = 500, 16  # about 64 kB, what a pipe holds


def run(*, quick: bool) -> list[Figure]:
    """Parse the same lines repeatedly."""
    rows = np.random.default_rng(0).normal(size=(LINES, FEATURES)).round(3)
    text = "".join(",".join(map(str, row)) + "\n" for row in rows.tolist()).encode()
    contenders = {
        "core": lambda: number_rows(text, FEATURES, None),
        "numpy.loadtxt": lambda: np.loadtxt(io.StringIO(text.decode()), delimiter=",", comments=None),
        "numpy.fromstring": lambda: np.fromstring(text[:-1].replace(b"\n", b","), sep=",").reshape(-1, FEATURES),
        "pyarrow.csv": lambda: with_arrow(text),
    }
    assert all((contender() == rows).all() for contender in contenders.values())
    result = race(contenders, [()] * (20 if quick else 200))
    each = {f"{name}, us/line": result.quiet(name, MICROSECOND * LINES) for name in contenders}
    ratio = result.quiet("core") / result.quiet("numpy.loadtxt")
    return [Figure("time, core / numpy.loadtxt", ratio, at_most(0.5), each)]


def with_arrow(text: bytes) -> np.ndarray:
    """Let Arrow parse columns, and join them."""
    options = csv.ReadOptions(autogenerate_column_names=True, use_threads=False)
    columns = csv.read_csv(py_buffer(text), read_options=options).columns
    return np.column_stack([column.to_numpy() for column in columns])
