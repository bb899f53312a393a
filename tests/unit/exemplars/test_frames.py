"""Batches of a stream come in data frames whose columns are not always of one type."""

import math

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bestsofar import HeirRank, NeighborsClassifier
from bestsofar.errors import InvalidRecords

NAMES, NUMBERS = ["x", "y", "x"], [1, 2, 4]
LABELS = ["a", "b", "a"]


def frame(library, column):
    """A frame of one column."""
    return {"pandas": pd.DataFrame, "polars": pl.DataFrame, "pyarrow": pa.table}[library]({"c": column})


def learned(*batches):
    """What a scheme keeps that has room for everything."""
    scheme = HeirRank(99, metric="mixed")
    for batch in batches:
        scheme.partial_fit(batch, LABELS)
    return scheme.exemplars_


def values(exemplars):
    """What stands in the only column."""
    return (exemplars["c"].to_pylist if isinstance(exemplars, pa.Table) else exemplars["c"].to_list)()


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("first", [NUMBERS, [True, False, True], [0.5, 1.5, 2.5]], ids=["whole", "yes or no", "floats"])
@pytest.mark.parametrize(
    "second", [NUMBERS, [True, False, True], [0.5, 1.5, 2.5]], ids=["whole", "yes or no", "floats"]
)
def test_numbers_of_several_types(library, first, second):
    """Numbers are numbers, whatever a batch makes of them."""
    assert values(learned(frame(library, first), frame(library, second))) == [*first, *second]


POLARS = {
    "text": pl.Series(NAMES),
    "categorical": pl.Series(NAMES, dtype=pl.Categorical),
    "enum": pl.Series(NAMES, dtype=pl.Enum(["x", "y"])),
    "another enum": pl.Series(NAMES, dtype=pl.Enum(["z", "y", "x"])),
    "nothing": pl.Series([None] * 3),
    "no text": pl.Series([None] * 3, dtype=pl.String),
    "no numbers": pl.Series([None] * 3, dtype=pl.Float64),
}
PYARROW = {
    "text": pa.array(NAMES),
    "large text": pa.array(NAMES, pa.large_string()),
    "dictionary": pa.array(NAMES).dictionary_encode(),
    "small dictionary": pa.array(NAMES, pa.dictionary(pa.int8(), pa.string())),
    "nothing": pa.nulls(3),
}


@pytest.mark.parametrize("first", POLARS)
@pytest.mark.parametrize("second", POLARS)
def test_names_of_several_types_in_polars(first, second):
    """Names are names, and stay categorical where they were declared so."""
    kept = learned(frame("polars", POLARS[first]), frame("polars", POLARS[second]))
    assert values(kept) == [*POLARS[first], *POLARS[second]]
    declared = {POLARS[name].dtype for name in (first, second)} - {pl.String, pl.Null, pl.Float64}
    assert isinstance(kept["c"].dtype, pl.Categorical | pl.Enum) == bool(declared)


@pytest.mark.parametrize("first", PYARROW)
@pytest.mark.parametrize("second", PYARROW)
def test_names_of_several_types_in_arrow(first, second):
    """The same for tables of Arrow."""
    kept = learned(frame("pyarrow", PYARROW[first]), frame("pyarrow", PYARROW[second]))
    assert values(kept) == [*PYARROW[first].to_pylist(), *PYARROW[second].to_pylist()]
    assert pa.types.is_dictionary(kept["c"].type) == ("dictionary" in first + second)


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_whole_numbers_among_names(library):
    """A batch whose categories all look like numbers is one of categories."""
    assert values(learned(frame(library, NAMES), frame(library, NUMBERS))) == [*NAMES, "1", "2", "4"]


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_names_below_nan(library):
    """A column that held nothing may become one of names; NaN is none."""
    assert values(learned(frame(library, [math.nan] * 3), frame(library, NAMES))) == [None, None, None, *NAMES]


@pytest.mark.parametrize("second", [[1, 2, 4], [1, 2, 8]], ids=["the same", "others"])
def test_categories_of_pandas_stay_declared(second):
    """However many batches have others."""
    batches = [pd.DataFrame({"c": pd.Categorical(column)}) for column in (NUMBERS, second)]
    kept = learned(*batches)
    assert kept["c"].dtype == "category"
    assert values(kept) == [*NUMBERS, *second]


@pytest.mark.parametrize("library", ["polars", "pyarrow"])
def test_types_that_have_nothing_in_common(library):
    """One sentence tells the column, what it was and what it is."""
    message = r"^HeirRank: 'X' must be a data frame as before, with String in column 'c', got Float64\.$"
    with pytest.raises(InvalidRecords, match=message):
        learned(frame(library, NAMES), frame(library, [0.5, 1.0, 2.0]))


@pytest.mark.parametrize("first", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("second", ["pandas", "polars", "pyarrow"])
def test_frames_of_two_libraries(first, second):
    """They are not mixed, and the sentence names both."""
    if first == second:
        pytest.skip("one library")
    model = NeighborsClassifier(capacity=9).partial_fit(frame(first, NUMBERS), LABELS)
    message = rf"^NeighborsClassifier: 'X' must be a {first}\.\w+ as before, got {second}\.\w+\.$"
    with pytest.raises(InvalidRecords, match=message):
        model.partial_fit(frame(second, NUMBERS), LABELS)


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
@pytest.mark.filterwarnings("ignore:X has feature names")
def test_columns_of_other_names(kind):
    """A single column of strings has to have the name that it had."""
    scheme = HeirRank(9, metric="edit").partial_fit(kind({"c": NAMES}), LABELS)
    message = r"^HeirRank: 'X' must be a data frame of the columns \['c'\], as before, got \['d'\]\.$"
    with pytest.raises(InvalidRecords, match=message):
        scheme.partial_fit(kind({"d": NAMES}), LABELS)


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_columns_of_strings(library):
    """Strings have no features, so nobody warns that what their column is called was not learned."""
    model = NeighborsClassifier(metric="edit", capacity=2)
    for _ in range(2):
        model.partial_fit(frame(library, NAMES), LABELS)
    assert model.predict(frame(library, NAMES)).tolist() == LABELS
