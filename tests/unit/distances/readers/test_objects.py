import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from bestsofar import NeighborsClassifier
from bestsofar.errors import BestsofarError, InvalidRecords

WORDS = ["anytime", "any time", "stream", "streams", "tree", "trees"]
Y = ["a", "a", "s", "s", "t", "t"]

KINDS = {
    "list": list,
    "tuple": tuple,
    "str array": np.array,
    "object array": lambda words: np.array(words, dtype=object),
    "column": lambda words: np.array(words, dtype=object)[:, None],
    "pandas series": pd.Series,
    "polars series": pl.Series,
    "pandas frame": lambda words: pd.DataFrame({"word": words}),
    "polars frame": lambda words: pl.DataFrame({"word": words}),
    "arrow array": pa.array,
    "arrow column": lambda words: pa.table({"word": words})["word"],
    "arrow table": lambda words: pa.table({"word": words}),
}


@pytest.mark.parametrize("learned", KINDS)
@pytest.mark.parametrize("asked", KINDS)
def test_strings_from_anywhere(learned, asked):
    """Strings come in a sequence or in a single column."""
    model = NeighborsClassifier(metric="edit").fit(KINDS[learned](WORDS), Y)
    assert model.predict(KINDS[asked](WORDS)).tolist() == Y
    assert model.begin("threes").refine().answer.label == "t"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("metric", ["edit", lambda a, b: float(a[:2] != b[:2])], ids=["edit", "function"])
def test_streams_from_anywhere(kind, metric):
    """So they do batch by batch, and a function is given strings."""
    model = NeighborsClassifier(metric=metric, capacity=6)
    for part in (slice(4), slice(4, 6)):
        model.partial_fit(KINDS[kind](WORDS[part]), Y[part])
    assert model.predict(WORDS).tolist() == Y


def test_bytes_from_anywhere():
    """Bytes come in a list or in an array of objects."""
    data = [word.encode() * 9 for word in WORDS]
    model = NeighborsClassifier(metric="compression").fit(np.array(data, dtype=object), Y)
    assert model.predict(data).tolist() == Y


@pytest.mark.parametrize(
    ("metric", "strange"),
    [
        ("edit", [1]),
        ("edit", [None]),
        ("edit", [b"a"]),
        ("edit", np.eye(2)),
        ("compression", ["a"]),
        ("compression", [1]),
    ],
)
def test_objects_of_another_kind(metric, strange):
    """What is no string, or no bytes, is refused in one sentence."""
    objects = {"edit": WORDS, "compression": [word.encode() for word in WORDS]}[metric]
    kind = type(objects[0]).__name__
    with pytest.raises(InvalidRecords, match=rf"^NeighborsClassifier: 'X' must be {kind} objects .*, got .*\.$"):
        NeighborsClassifier(metric=metric).fit(strange, [0])
    with pytest.raises(InvalidRecords, match=rf"^NeighborsClassifier: 'X' must be {kind} objects .*, got .*\.$"):
        NeighborsClassifier(metric=metric).fit(objects, Y).predict(strange)


@pytest.mark.parametrize("strange", [5, None, "anytime"])
def test_not_many_objects(strange):
    """One thing is not many of them: a single string is not a list of letters."""
    with pytest.raises(BestsofarError, match=r"^NeighborsClassifier: 'X' must be .*, got .*\.$"):
        NeighborsClassifier(metric="edit").fit(WORDS, Y).predict(strange)


def test_none_at_all():
    """A training set needs an object; a question about none has no answers."""
    with pytest.raises(InvalidRecords, match="at least one object"):
        NeighborsClassifier(metric="edit").fit([], [])
    assert NeighborsClassifier(metric="edit").fit(WORDS, Y).predict([]).tolist() == []
