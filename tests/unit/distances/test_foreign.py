import gc
import math
import weakref

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from literal import LiteralQuery, reduced_distances
from strategies import problems, texts

from bestsofar import NeighborsClassifier, RandomRank, SimpleRank
from bestsofar.distances import pairwise
from bestsofar.errors import BestsofarError

X = np.array([[0.0, 0.0], [1.0, 0.0], [4.0, 4.0], [5.0, 5.0]])
Y = ["a", "a", "b", "b"]


def city(a, b):
    """A function of two rows."""
    return float(np.abs(a - b).sum())


@given(problem=problems(most_rows=15))
def test_rows(problem):
    """A function of rows is called with rows as they were given, and its neighbours are those of brute force."""
    model = NeighborsClassifier(RandomRank(random_state=problem.seed), n_neighbors=3, metric=city)
    model.fit(problem.X, problem.y)
    ranked = np.random.RandomState(problem.seed).permutation(len(problem.X))
    distances = [city(problem.x, row) for row in problem.X]
    assert distances == reduced_distances(problem.X, problem.x, metric=city)
    expected = LiteralQuery(ranked, problem.y, distances, 3).after(len(ranked))
    assert model.begin(problem.x).refine().answer.neighbors.tolist() == expected[2]


def test_rows_keep_their_type():
    """A function sees float32 where float32 was given."""
    seen = set()

    def note(a, b):
        seen.update([a.dtype, b.dtype, a.shape])
        return city(a, b)

    NeighborsClassifier(metric=note).fit(X.astype(np.float32), Y).predict(X)
    assert seen == {np.dtype(np.float32), (2,)}


@given(strings=st.lists(texts(), min_size=1, max_size=8))
def test_strings(strings):
    """A function of strings is called with strings."""

    def gap(a, b):
        return abs(len(a) - len(b))

    expected = [[gap(a, b) for b in strings] for a in strings]
    assert pairwise(strings, metric=gap).tolist() == expected
    assert pairwise(np.array(strings, dtype=object), metric=gap).tolist() == expected


@given(objects=st.lists(st.binary(max_size=9), min_size=1, max_size=8))
def test_bytes(objects):
    """A function of bytes is called with bytes."""

    def gap(a, b):
        return abs(sum(a) - sum(b))

    assert pairwise(objects, metric=gap).tolist() == [[gap(a, b) for b in objects] for a in objects]


@pytest.mark.parametrize("encode", [str, str.encode], ids=["text", "bytes"])
@pytest.mark.parametrize(
    "make",
    [
        tuple,
        pd.Series,
        pl.Series,
        lambda words: pd.DataFrame({"word": words}),
        lambda words: pl.DataFrame({"word": words}),
        lambda words: np.array(words, dtype=object)[:, None],
    ],
    ids=["tuple", "pandas series", "polars series", "pandas", "polars", "array"],
)
def test_a_column_of_objects(make, encode):
    """A function takes what the metrics of this package take."""

    def gap(a, b):
        assert isinstance(a, type(encode("")))
        return abs(len(a) - len(b))

    words = make([encode(word) for word in ["a", "bb", "cccc"]])
    assert pairwise(words, metric=gap).tolist() == [[0, 1, 3], [1, 0, 2], [3, 2, 0]]
    assert NeighborsClassifier(metric=gap).fit(words, [0, 1, 2]).predict(words).tolist() == [0, 1, 2]


@pytest.mark.parametrize("make", [np.asarray, pd.DataFrame, pl.DataFrame], ids=["array", "pandas", "polars"])
@pytest.mark.parametrize("width", [1, 2])
def test_tables_of_numbers_are_rows(make, width):
    """A single column of numbers is a table, too."""
    assert pairwise(make(X[:2, :width]), metric=city).tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize("none", [None, 3, np.array(3.0)], ids=str)
def test_what_is_no_sequence(none):
    """It is refused as a table would be."""
    with pytest.raises(ValueError, match="array"):
        pairwise(none, metric=city)


def test_parameters_reach_the_function():
    """`metric_params` are passed on."""

    def power(a, b, *, p):
        return float((np.abs(a - b) ** p).sum())

    assert pairwise(X[:2], metric=power, metric_params={"p": 3}).tolist() == [[0, 1], [1, 0]]


@pytest.mark.parametrize("order", [RandomRank(random_state=0), SimpleRank(), None])
@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt])
def test_what_the_function_raises_comes_through(order, error):
    """An exception of the function ends the fit, as it was raised, and leaves a model that was never fitted."""

    def fail(a, b):
        raise error("enough")

    model = NeighborsClassifier(order, metric=fail)
    with pytest.raises(error, match="enough"):
        model.fit(X, Y)
    assert not hasattr(model, "classes_")


def test_a_function_that_fails_in_a_query():
    """An exception in the middle of a query ends that call only."""
    angry = False

    def moody(a, b):
        if angry:
            raise RuntimeError("not now")
        return city(a, b)

    model = NeighborsClassifier(metric=moody).fit(X, Y)
    query = model.begin(X[0])
    angry = True
    with pytest.raises(RuntimeError, match="not now"):
        query.refine()
    with pytest.raises(RuntimeError, match="not now"):
        model.predict(X)
    angry = False
    assert query.refine().answer.neighbors.tolist() == [0]
    assert model.predict(X).tolist() == Y


@pytest.mark.parametrize("order", [RandomRank(random_state=0), SimpleRank(), None])
def test_not_a_number_is_no_distance(order):
    """NaN is refused in one sentence that says who, which argument, what and what not."""
    with pytest.raises(ValueError, match=r"^NeighborsClassifier: 'metric' must be .*, got .*\.$") as caught:
        NeighborsClassifier(order, metric=lambda _a, _b: math.nan).fit(X, Y)
    assert isinstance(caught.value, BestsofarError)


@pytest.mark.parametrize("strange", [None, "far", 1j])
def test_what_is_no_number_is_no_distance(strange):
    """A function must give a number."""
    with pytest.raises((TypeError, ValueError)):
        NeighborsClassifier(metric=lambda _a, _b: strange).fit(X, Y)


@pytest.mark.parametrize("far", [math.inf, 10**400], ids=["infinity", "too large for a float"])
def test_infinity_is_far(far):
    """An infinite distance is allowed: farther than all others, but still an answer."""
    model = NeighborsClassifier(metric=lambda a, b: 0.0 if (a == b).all() else far).fit(X, Y)
    assert model.predict(X).tolist() == Y
    nowhere = model.begin([9.0, 9.0]).refine().answer
    assert len(nowhere.neighbors) == 1
    assert nowhere.label in {"a", "b"}


def test_a_model_of_a_function_goes_away():
    """A model that nobody holds is freed, its function and its data with it."""
    model = NeighborsClassifier(metric=city).fit(X, Y)
    gone = weakref.ref(model)
    del model
    gc.collect()
    assert gone() is None
