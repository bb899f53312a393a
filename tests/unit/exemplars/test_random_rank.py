import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar import RandomRank
from bestsofar.errors import InvalidParameter, InvalidRecords


@given(n=st.integers(1, 60), seed=st.integers(0, 2**32 - 1))
def test_a_permutation_by_the_seed(n, seed):
    """Every row comes once, in the order that the seed decides, whatever the rows are."""
    X, y = np.zeros((n, 1)), np.arange(n) % 2
    order = RandomRank(random_state=seed).rank(X, y)
    assert order.tolist() == np.random.RandomState(seed).permutation(n).tolist()
    assert order.tolist() == RandomRank(random_state=seed).rank(X + 1, y).tolist()


def test_a_generator_goes_on():
    """A random state that is passed in is used, not copied."""
    X, y, state = np.zeros((30, 1)), [0] * 30, np.random.RandomState(0)
    ranker = RandomRank(random_state=state)
    assert ranker.rank(X, y).tolist() != ranker.rank(X, y).tolist()


@pytest.mark.parametrize("objects", [["aa", "bb", "cc"], [[1.0], [float("nan")], [2.0]], [b"", b"x", b""]])
def test_objects_of_any_kind(objects):
    """A random order needs no distance."""
    few, labels = RandomRank(2, random_state=0).fit_resample(objects, ["a", "b", "a"])
    assert len(few) == len(labels) == 2


def test_as_many_labels_as_objects():
    """Objects and labels of other numbers are refused."""
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        RandomRank().rank([[1.0], [2.0]], ["a"])


@pytest.mark.parametrize("objects", [{"a", "b"}, {"a": 0, "b": 1}, "ab", b"ab"], ids=["set", "dict", "str", "bytes"])
def test_objects_without_an_order(objects):
    """A set, a dict or a single text is refused, as by other rankers."""
    with pytest.raises(InvalidRecords, match=r"^RandomRank: 'X' must be a sequence of objects, got "):
        RandomRank().rank(objects, [0, 1])


@pytest.mark.parametrize("objects", [[], np.empty((0, 2))])
def test_no_objects(objects):
    """There is nothing to rank."""
    with pytest.raises(InvalidRecords, match=r"^RandomRank: 'X' must be at least one object, got none\.$"):
        RandomRank().rank(objects, [])


def test_labels_of_two_kinds():
    """They are refused by who ranks."""
    with pytest.raises(InvalidParameter, match=r"^RandomRank: 'y' must be all numbers or all names"):
        RandomRank().rank([[1.0], [2.0]], [None, "a"])


def test_the_width_of_a_table():
    """It is known afterwards, with the names if there are any, and objects that are no rows have none."""
    ranker = RandomRank()
    ranker.rank(pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]}), [0, 1])
    assert (ranker.n_features_in_, ranker.feature_names_in_.tolist()) == (2, ["a", "b"])
    words = RandomRank()
    words.rank(["some", "words"], [0, 1])
    assert not hasattr(words, "n_features_in_")
