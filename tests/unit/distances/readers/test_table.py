"""Tables come as data frames, object arrays or lists, with numbers, categories and missing values."""

import math

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import distances as oracle
from sklearn.base import clone
from sklearn.utils.estimator_checks import _NotAnArray

from bestsofar import LazyTreeClassifier, NeighborsClassifier, load, save
from bestsofar.distances import pairwise
from bestsofar.errors import InvalidRecords, InvalidSuspension

COLOURS = ["red", "green", "blue"]
ROW = st.tuples(
    st.one_of(st.none(), st.integers(-3, 3).map(float)),
    st.one_of(st.none(), st.sampled_from(COLOURS)),
    st.integers(0, 2),
)
TABLE = st.lists(ROW, min_size=2, max_size=8)

KINDS = {
    "list": lambda rows: [list(row) for row in rows],
    "object array": lambda rows: np.array([list(row) for row in rows], dtype=object),
    "pandas": lambda rows: pd.DataFrame(rows, columns=["a", "b", "c"]),
    "pandas category": lambda rows: pd.DataFrame(rows, columns=["a", "b", "c"]).astype({"b": "category"}),
    "polars": lambda rows: pl.DataFrame(rows, schema={"a": pl.Float64, "b": pl.String, "c": pl.Int64}, orient="row"),
    "pyarrow": lambda rows: pa.table(
        {
            "a": pa.array([row[0] for row in rows], pa.float64()),
            "b": pa.array([row[1] for row in rows], pa.string()),
            "c": pa.array([row[2] for row in rows], pa.int64()),
        }
    ),
}


def as_numbers(rows):
    """The same with codes: NaN for what is missing."""
    codes = {None: math.nan, "violet": -1.0, **{colour: float(code) for code, colour in enumerate(COLOURS)}}
    return [[math.nan if a is None else a, codes[b], float(c)] for a, b, c in rows]


@pytest.mark.parametrize("kind", KINDS)
@given(rows=TABLE, queries=TABLE)
def test_all_kinds_of_tables_mean_the_same(kind, rows, queries):
    """Mixed distances are the oracle's, whatever the table is made of; a category never seen differs from all."""
    queries = [*queries, (None, None, 0), (1.0, "violet", 1)]
    if all(row[1] is None for row in rows):
        rows = [*rows, (0.0, "red", 0)]
    learned = as_numbers(rows)
    ranges = oracle.ranges(learned)
    expected = [[oracle.mixed(a, b, ranges, [False, True, False]) for b in learned] for a in as_numbers(queries)]
    make = KINDS[kind]
    assert pairwise(make(queries), make(rows), metric="mixed") == pytest.approx(np.array(expected))


@pytest.mark.parametrize("kind", KINDS)
def test_hamming_on_categories(kind):
    """The share of columns that differ."""
    rows, queries = [(1.0, "red", 0), (2.0, "blue", 0)], [(1.0, "blue", 1), (2.0, "violet", 0)]
    make = KINDS[kind]
    expected = [[2 / 3, 2 / 3], [2 / 3, 1 / 3]]
    assert pairwise(make(queries), make(rows), metric="hamming") == pytest.approx(np.array(expected))


@pytest.mark.parametrize("kind", KINDS)
def test_a_classifier_of_tables(kind):
    """A whole model learns from tables with categories and answers both tables and single rows."""
    rows = [(float(i), COLOURS[i % 3], i % 2) for i in range(12)]
    y = np.array([row[1] for row in rows])
    table = KINDS[kind](rows)
    model = NeighborsClassifier(metric="mixed").fit(table, y)
    assert model.predict(table).tolist() == y.tolist()
    if kind in {"list", "object array"}:
        assert model.begin([3.0, None, 1]).refine().answer.complete
        assert model.begin(list(rows[4])).refine().answer.label == y[4]
    else:
        assert model.feature_names_in_.tolist() == ["a", "b", "c"]


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow"])
@pytest.mark.parametrize("metric", ["euclidean", "mixed", "dtw"])
def test_frames_of_numbers_are_rows(kind, metric):
    """A data frame that holds only numbers is like an array of them."""
    rows = np.array([[0.0, 1.0, 2.0], [3.0, 5.0, 4.0], [8.0, 7.0, 6.0]])
    frame = {
        "pandas": lambda: pd.DataFrame(rows),
        "polars": lambda: pl.DataFrame(rows),
        "pyarrow": lambda: pa.table({str(i): rows[:, i] for i in range(3)}),
    }[kind]()
    assert (pairwise(frame, metric=metric) == pairwise(rows, metric=metric)).all()


def test_a_column_of_booleans_is_one_of_numbers():
    """True is 1."""
    frame = pd.DataFrame({"a": [True, False, True], "b": [1, 2, 3]})
    assert (pairwise(frame, metric="mixed") == pairwise(frame.astype(float), metric="mixed")).all()
    model = NeighborsClassifier(metric="mixed").fit(frame, [0, 1, 0])
    assert model.predict(frame).tolist() == [0, 1, 0]


DECLARED = {
    "pandas": lambda values: pd.DataFrame({"c": pd.Categorical(values)}),
    "polars": lambda values: pl.DataFrame({"c": pl.Series([str(v) for v in values], dtype=pl.Enum(["1", "2", "9"]))}),
    "pyarrow": lambda values: pa.table({"c": pa.array(values).dictionary_encode()}),
}


@pytest.mark.parametrize("kind", DECLARED)
def test_a_column_declared_categorical_holds_categories(kind):
    """Although they look like numbers: any two that are not the same differ by 1."""
    table = DECLARED[kind]([1, 2, 9])
    assert pairwise(table, metric="mixed").tolist() == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    model = NeighborsClassifier(metric="mixed", capacity=9).partial_fit(table, ["one", "two", "nine"])
    model.partial_fit(DECLARED[kind]([9, 9, 1]), ["nine", "nine", "one"])
    assert model.predict(table).tolist() == ["one", "two", "nine"]
    assert pairwise(table, model.exemplars_, metric="mixed").max(axis=0).tolist() == [1] * 6


NOTHING = {
    "list": ([[1.0, None]], [[2.0, "u"]], [[3.0, "v"]]),
    "list of NaN": ([[1.0, math.nan]], [[2.0, "u"]], [[3.0, "v"]]),
    "array": (np.array([[1.0, np.nan]]), np.array([[2.0, "u"]], dtype=object), np.array([[3.0, "v"]], dtype=object)),
    "single": (np.float32([[1.0, np.nan]]), np.array([[2.0, "u"]], dtype=object), [[3.0, "v"]]),
    **{
        library: tuple(make({"a": [a], "b": [b]}) for a, b in ((1.0, nothing), (2.0, "u"), (3.0, "v")))
        for library, make, nothing in (
            ("pandas", pd.DataFrame, None),
            ("pandas NaN", pd.DataFrame, math.nan),
            ("polars", pl.DataFrame, None),
            ("polars NaN", pl.DataFrame, math.nan),
            ("pyarrow", pa.table, None),
        )
    },
}


@pytest.mark.parametrize("batches", NOTHING.values(), ids=NOTHING)
@pytest.mark.parametrize("through_a_file", [False, True])
def test_a_column_that_was_all_missing_may_hold_categories(batches, through_a_file, tmp_path):
    """What comes later is first a value never seen, and then one that was learned."""
    model = NeighborsClassifier(n_neighbors=1, metric="mixed", capacity=5)
    for batch, label in zip(batches, "ABC", strict=True):
        model.partial_fit(batch, [label])
        if through_a_file:
            save(model, tmp_path / "model")
            model = load(tmp_path / "model")
        assert model.predict(batch).tolist() == [label]
        assert model.predict(batches[1]).shape == (1,)
    assert [model.predict(batch).item() for batch in batches] == ["A", "B", "C"]
    assert model.begin([3.0, "u"]).refine().answer.label == "B"
    assert model.begin([2.0, "v"]).refine().answer.label == "C"


@pytest.mark.parametrize("row", [[2.0, "u"], np.array([2.0, "u"], dtype=object)], ids=["list", "array"])
def test_a_tree_tells_only_whether_an_unknown_column_is_missing(row):
    """It does not learn its categories again."""
    model = LazyTreeClassifier(n_neighbors=1, metric="mixed").partial_fit([[1.0, None], [2.0, None]], ["A", "A"])
    assert model.begin(row).refine().answer.label == "A"
    model.partial_fit([row], ["B"])
    assert model.predict([[2.0, "v"], [2.0, 7.0], [2.0, None]]).tolist() == ["B", "B", "A"]


@pytest.mark.parametrize("model", [NeighborsClassifier(metric="mixed", capacity=5), LazyTreeClassifier(metric="mixed")])
@pytest.mark.parametrize("table", [[[1.0, "u"]], np.array([[1.0, "u"]], dtype=object)], ids=["list", "array"])
def test_names_in_a_column_of_numbers(model, table):
    """One sentence tells where, also if there are no categories at all."""
    model = clone(model).partial_fit([[1.0, 2.0]], ["A"])
    message = rf"^{type(model).__name__}: 'X' must be numbers in column 1, as in training, got 'u'\.$"
    for question in (model.predict, lambda table: model.begin(table[0]), lambda table: model.partial_fit(table, ["B"])):
        with pytest.raises(InvalidRecords, match=message):
            question(table)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([["red", "wide"]], r"^NeighborsClassifier: 'X' must be numbers in column 1, as in training, got 'wide'\.$"),
        ([["red", math.inf]], r"^NeighborsClassifier: 'X' must be .*, got infinity in row 0, feature 1\.$"),
    ],
)
def test_a_table_unlike_the_one_learned(table, message):
    """A column that changed its nature is refused in one sentence."""
    model = NeighborsClassifier(metric="mixed").fit([["red", 1.0], ["blue", 2.0]], [0, 1])
    with pytest.raises(InvalidRecords, match=message):
        model.predict(table)


@pytest.mark.parametrize("table", [[["red"]], [["red", 1.0, 2.0]], ["red", 1.0], "red", 5, [["red", 1.0], ["red"]]])
def test_a_table_of_another_shape(table):
    """Rows of another width, or no rows at all, are refused with a word about the shape."""
    model = NeighborsClassifier(metric="mixed").fit([["red", 1.0], ["blue", 2.0]], [0, 1])
    with pytest.raises(ValueError, match=r"feature|2D|dimension|shape|rows"):
        model.predict(table)


def test_missing_values_without_a_rule():
    """The Hamming distance has no rule for a value that is missing."""
    with pytest.raises(InvalidRecords, match="got NaN in row 1, feature 0"):
        pairwise([["red", 1], [None, 2]], metric="hamming")


@pytest.mark.parametrize("two", [2, 2.0, "2", np.int64(2), np.float32(2)])
@pytest.mark.parametrize("metric", ["hamming", "mixed"])
def test_a_category_that_looks_like_a_number(two, metric):
    """The same category is the same, whether it comes as a number or as text, one at a time or in a table."""
    model = NeighborsClassifier(metric=metric).fit([[1], [2], ["x"]], ["one", "two", "ex"])
    assert model.predict([[two]]).tolist() == ["two"]
    assert model.begin([two]).refine().answer.label == "two"


def test_other_categories_make_another_model():
    """A query is not resumed where its codes mean something else."""
    models = [NeighborsClassifier(metric="mixed").fit([[value] for value in values], [0, 1]) for values in ("ab", "cd")]
    with pytest.raises(InvalidSuspension, match="another model"):
        models[1].resume(models[0].begin(["a"]).suspend())


@pytest.mark.parametrize(
    ("objects", "words"),
    [
        ([["a", 1.0], ["b"]], "rows of features, all of one width"),
        (pd.DataFrame({"a": [], "b": []}, dtype=object), "at least one row .*, got no rows"),
        (pl.DataFrame(schema={"a": pl.String}), "at least one row .*, got no rows"),
        (pd.DataFrame(index=range(2)), "at least one row of at least one feature, got no columns"),
        (np.empty((2, 0), dtype=object), "at least one row of at least one feature, got no columns"),
    ],
    ids=["ragged", "pandas", "polars", "no columns", "no features"],
)
def test_what_is_no_table(objects, words):
    """One clear sentence."""
    with pytest.raises(InvalidRecords, match=rf"^NeighborsClassifier: 'X' must be {words}"):
        NeighborsClassifier(metric="mixed").fit(objects, ["u", "v"][: len(objects)])


@pytest.mark.parametrize("metric", ["mixed", "hamming"])
def test_one_row_of_a_frame_with_truth_values(metric):
    """In a row of a frame they are NumPy's, and numbers as those of the column were."""
    frame = pd.DataFrame({"wet": [True, False, True, False], "colour": ["red", "red", "blue", "blue"]})
    model = NeighborsClassifier(metric=metric).fit(frame, list("abcd"))
    assert [model.begin(row).refine().answer.label for _, row in frame.iterrows()] == list("abcd")


@pytest.mark.parametrize(
    "row",
    [
        lambda values: np.array(values, dtype=object),
        pd.Series,
        lambda values: pl.Series(values, dtype=pl.Object),
        tuple,
    ],
)
def test_rows_of_objects(row):
    """A list of rows that each hold words and numbers is a table, whatever the rows are."""
    model = NeighborsClassifier(metric="mixed").fit([row(["a", 1.0]), row(["b", 2.0])], [0, 1])
    assert model.predict([row(["b", 2.0]), row(["a", 1.0])]).tolist() == [1, 0]


@pytest.mark.parametrize("values", [[1, 2], [0.5, 2.0], ["a", "b"]])
def test_rows_of_polars(values):
    """A list of them is a table, of numbers or of words."""
    rows = [pl.Series(values), pl.Series(values[::-1])]
    assert NeighborsClassifier(metric="mixed").fit(rows, [0, 1]).predict(rows).tolist() == [0, 1]


@pytest.mark.parametrize("metric", ["hamming", "mixed"])
@pytest.mark.parametrize("rows", [[[1.0, 2.0], [3.0, 4.0]], [["a", 2.0], ["b", 4.0]]])
def test_what_can_become_an_array(rows, metric):
    """It is read as that array."""
    table = _NotAnArray(np.array(rows, dtype=object))
    assert NeighborsClassifier(metric=metric).fit(table, [0, 1]).predict(table).tolist() == [0, 1]


@pytest.mark.parametrize(
    "table",
    [
        np.array([[2**60], [0]]),
        np.ma.masked_array([[2**60], [0]], [[False], [False]]),
        pd.DataFrame({"c": pd.Categorical([2**60, 2**60 + 1])}),
    ],
    ids=["array", "masked array", "categories"],
)
def test_large_integers(table):
    """They become floats, and where they are declared categories, stay apart."""
    assert NeighborsClassifier(metric="mixed").fit(table, [0, 1]).predict(table).tolist() == [0, 1]
