import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestsofar import RandomRank


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
