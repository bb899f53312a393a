import numpy as np
import pytest
from schemes import assert_literal, assert_literal_batches

from bestsofar import Drop1, Drop2, Drop3, Drop4, Drop5, NeighborsClassifier, SimpleRank
from bestsofar.errors import InvalidParameter

DROPS = [Drop1, Drop2, Drop3, Drop4, Drop5]

each_drop = pytest.mark.parametrize("scheme", DROPS)


@each_drop
def test_lists_run_dry(scheme):
    """Rows whose nearest are nearly all gone look again, among those that remain."""
    rng = np.random.default_rng(0)
    X = np.repeat([0.0, 100.0], 60)[:, None] + rng.normal(size=(120, 1)).round(1)
    y = np.where(rng.random(120) < 0.1, 1, 0) ^ (X[:, 0] > 50)
    assert_literal(scheme.__name__, X, y, n_neighbors=2)


@each_drop
def test_survivors_are_ranked_among_themselves(scheme):
    """In front stands what SimpleRank makes of the survivors alone."""
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(200, 2)), rng.integers(0, 5, size=200)
    ranker = scheme()
    ranker.fit_resample(X, y)
    survivors = np.sort(ranker.sample_indices_)
    assert ranker.sample_indices_.tolist() == survivors[SimpleRank().rank(X[survivors], y[survivors])].tolist()


@each_drop
def test_more_than_the_survivors_can_be_kept(scheme):
    """Those removed last come back first."""
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 2, size=60)
    ranker = scheme(1.0)
    assert len(ranker.fit_resample(X, y)[0]) == 60 > ranker.n_survivors_


@each_drop
def test_an_order_is_left_as_it_was(scheme):
    """A classifier that is ordered by a scheme writes nothing to it."""
    model = NeighborsClassifier(scheme()).fit([[0.0], [1.0], [5.0]], [0, 0, 1])
    assert vars(model.order) == vars(scheme())


@pytest.mark.parametrize("k", [0, -1, 1.5, "three", None, True])
def test_no_number_of_neighbors(k):
    """A number that is none is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^Drop4: 'n_neighbors' must be an int >= 1, got .*\.$"):
        Drop4(n_neighbors=k).rank([[0.0], [1.0]], [0, 1])


def test_a_long_stream():
    """Drop1 keeps what the oracle puts first of the old and the new, a class that is new or gone or not."""
    rng, sizes = np.random.default_rng(7), [9, 25, 1, 30, 7]
    X = rng.integers(0, 9, size=(72, 2)) / 2
    y = np.concatenate([rng.integers(part // 2, 2 + part, size=size) for part, size in enumerate(sizes)])
    assert_literal_batches("Drop1", X, y, sizes, 12, n_neighbors=3)


@pytest.mark.parametrize("scheme", DROPS[1:])
def test_only_drop1_is_incremental(scheme):
    """The others need what they removed, to the end."""
    assert hasattr(Drop1(), "partial_fit")
    assert not hasattr(scheme(), "partial_fit")
