import gzip
import os
import re
from pathlib import Path
from urllib.error import URLError

import numpy as np
import pytest

from bestsofar import datasets
from bestsofar.datasets import csv_table
from bestsofar.datasets.load import cache_folder
from bestsofar.errors import InvalidParameter

NUMERIC = "width,height,label\n1,2.5,7\n-3,4e1,5\n"
MIXED = "colour,size,label\nred,1,yes\n,2,no\nblue,,yes\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder for tables, and an empty cache."""
    monkeypatch.setenv("BESTSOFAR_DATA", str(tmp_path))
    for variable in ("XDG_CACHE_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "cache"))
    return tmp_path


def test_numeric_table(folder):
    """Numbers come as they stand, integer labels as integers."""
    (folder / "boxes.csv").write_text(NUMERIC)
    boxes = datasets.load("boxes")
    assert boxes.name == "boxes"
    assert boxes.feature_names == ("width", "height")
    assert boxes.X.tolist() == [[1, 2.5], [-3, 40]]
    assert boxes.X.flags.c_contiguous
    assert boxes.y.tolist() == [7, 5]
    assert not boxes.categorical.any()


def test_mixed_table(folder):
    """Categories are numbered in sorted order, missing values are NaN."""
    (folder / "toys.csv").write_text(MIXED)
    toys = datasets.load("toys")
    np.testing.assert_array_equal(toys.X, [[1, 1], [np.nan, 2], [0, np.nan]])
    assert toys.X.flags.c_contiguous
    assert toys.categories == (("blue", "red"), ())
    assert toys.categorical.tolist() == [True, False]
    assert toys.y.tolist() == ["yes", "no", "yes"]


def test_mixed_table_of_many_blocks(folder, monkeypatch):
    """A table that is read in blocks is the table read at once."""
    (folder / "toys.csv").write_text(MIXED)
    at_once = datasets.load("toys")
    monkeypatch.setattr(csv_table, "ROWS_AT_ONCE", 2)
    in_blocks = datasets.load("toys")
    np.testing.assert_array_equal(in_blocks.X, at_once.X)
    np.testing.assert_array_equal(in_blocks.y, at_once.y)


def test_column_without_values(folder):
    """A column that is all missing is numeric."""
    (folder / "gap.csv").write_text("a,b,label\n1,,0\n2,,1\n")
    gap = datasets.load("gap")
    assert np.isnan(gap.X[:, 1]).all()
    assert not gap.categorical.any()


def test_split_in_gzip(folder):
    """A split has its own file, which may be compressed."""
    (folder / "boxes.train.csv.gz").write_bytes(gzip.compress(NUMERIC.encode()))
    assert datasets.load("boxes.train").X.shape == (2, 2)


@pytest.mark.parametrize("table", [NUMERIC, MIXED])
def test_dtype(folder, table):
    """X has the type that was asked for."""
    (folder / "table.csv").write_text(table)
    assert datasets.load("table", dtype="float32").X.dtype == np.float32


def test_folder_comes_before_cache(folder):
    """A table in the named folder hides one in the cache."""
    cache = cache_folder()
    cache.mkdir(parents=True)
    (cache / "boxes.csv").write_text(NUMERIC)
    assert datasets.load("boxes").X.shape == (2, 2)
    (folder / "boxes.csv").write_text(MIXED)
    assert datasets.load("boxes").categorical.any()


@pytest.mark.parametrize(
    ("table", "must_be"),
    [
        ("", "a table whose last column is 'label'"),
        ("1,2\n3,4\n", "a table whose last column is 'label'"),
        ("a,label\n", "a table with rows"),
        ("label\nx\n", "a table with at least one feature"),
        ("a,label\n1,x\n2,\n", "a table with a label in every row"),
        ("a,label\nred,x\nblue,\n", "a table with a label in every row"),
        ("a,label\n1,2\n1,2,3\n", "a table with 2 values in every row"),
        ("a,label\n1,2,3\n", "a table with 2 values in every row"),
        ("a,b,label\n1,2\n", "a table with 3 values in every row"),
    ],
)
def test_unusable_table(folder, table, must_be):
    """A file that is no table is named, with what is wrong."""
    (folder / "odd.csv").write_text(table)
    with pytest.raises(InvalidParameter, match=must_be):
        datasets.load("odd")


def test_byte_order_mark(folder):
    """It is no part of the first name."""
    (folder / "boxes.csv").write_text(NUMERIC, encoding="utf-8-sig")
    assert datasets.load("boxes").feature_names == ("width", "height")


PACKED = gzip.compress(NUMERIC.encode())


@pytest.mark.parametrize(
    ("file", "content", "why"),
    [
        ("odd.csv", "größe,label\n1,x\n".encode("latin-1"), "can't decode byte 0xf6"),
        ("odd.csv", "colour,label\ngrün,x\n".encode("latin-1"), "can't decode byte 0xfc"),
        ("odd.csv", b"a,label\n" + b"x" * 200_000 + b",y\n", "field larger than field limit"),
        ("odd.csv", b'a,label\n"x,y\n', "unexpected end of data"),
        ("odd.csv.gz", NUMERIC.encode(), "Not a gzipped file"),
        ("odd.csv.gz", PACKED[:-12], "ended before the end-of-stream marker"),
        ("odd.csv.gz", PACKED[:-8] + b"12345678", "CRC check failed"),
        ("odd.csv.gz", PACKED[:10] + b"\xff" * 20, "invalid block type"),
    ],
    ids=lambda value: value if isinstance(value, str) else "bytes",
)
def test_file_that_cannot_be_read(folder, file, content, why):
    """One sentence names it, and says why."""
    (folder / file).write_bytes(content)
    must_be = "datasets.load: 'name' must be a table that can be read, got '.*" + re.escape(file)
    with pytest.raises(InvalidParameter, match=f"{must_be}': .*{why}"):
        datasets.load("odd")


@pytest.mark.parametrize("name", ["", "..", "../letter", "/etc/passwd", 7])
def test_name_with_a_path(name):
    """Only plain names are looked for."""
    with pytest.raises(InvalidParameter, match="'name' must be a name without a path"):
        datasets.load(name)


def test_unknown_dtype():
    """X holds floating point numbers, nothing else."""
    with pytest.raises(InvalidParameter, match="'dtype' must be 'float32' or 'float64', got 'int8'"):
        datasets.load("letter", dtype="int8")


@pytest.mark.parametrize(
    ("failure", "must_be"),
    [
        (ValueError("unknown"), "or on OpenML"),
        (URLError("down"), "(OpenML cannot be reached)"),
        (InvalidParameter("datasets.load", "name", "a set with labels", "nothing"), "a set with labels"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_nowhere_to_be_found(monkeypatch, failure, must_be):
    """The error says where was looked, whether OpenML was there to ask, and what is wrong with what it has."""

    def fail(*_, **__):
        raise failure

    monkeypatch.setattr("bestsofar.datasets.openml.fetch_openml", fail)
    with pytest.raises(InvalidParameter, match=re.escape(must_be)):
        datasets.load("nothing")


SHARED = Path(os.environ.get("BESTSOFAR_DATA", "nowhere"))


@pytest.mark.parametrize(
    ("name", "shape", "categorical", "missing"),
    [
        ("letter", (20_000, 16), 0, 0),
        ("vowel.train", (528, 10), 0, 0),
        ("sick", (3_772, 29), 22, 6_064),
        ("mushroom", (8_124, 22), 22, 2_480),
    ],
)
def test_papers_data_sets(name, shape, categorical, missing):
    """The papers' data sets have the sizes that their archive states."""
    if not (SHARED / f"{name}.csv.gz").is_file():
        pytest.skip(f"{name} is not in $BESTSOFAR_DATA")
    dataset = datasets.load(name)
    assert dataset.X.shape == shape
    assert dataset.categorical.sum() == categorical
    assert np.isnan(dataset.X).sum() == missing


def test_words_that_only_python_takes_for_numbers(folder):
    """They are categories, here as in the shell."""
    (folder / "stations.csv").write_text("station,label\n1_1,a\n11,b\n")
    assert datasets.load("stations").categories == (("11", "1_1"),)


def test_taken_apart(folder):
    """A data set is its rows and labels."""
    (folder / "boxes.csv").write_text(NUMERIC)
    X, y = boxes = datasets.load("boxes")
    assert X is boxes.X
    assert y is boxes.y
