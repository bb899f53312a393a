import numpy as np
import pytest
from schemes import assert_literal, assert_literal_batches

from bestsofar import GreedyRank, MarginRank
from bestsofar.errors import InvalidParameter


def test_lists_run_dry():
    """Rows whose eight nearest of a class are all gone look again, among those that remain."""
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, size=48)
    centres = np.repeat(rng.normal(size=(2, 2)) * 10, 24, axis=0)
    assert_literal("MarginRank", centres + rng.normal(size=(48, 2)) * 0.1, y, itself=True)
    assert_literal_batches("MarginRank", rng.normal(size=(48, 2)), y, [24, 24], 5)


def test_noise_is_recognised():
    """Where labels are drawn at random no exemplar vouches for itself, and where classes are apart it does."""
    rng = np.random.default_rng(0)
    X, noise = rng.normal(size=(400, 2)), rng.random(400) < 0.3
    sides = (X[:, 0] > 0).astype(int)
    noisy = np.where(noise, 1 - sides, sides)
    assert MarginRank().rank(X, noisy).tolist() == MarginRank(itself=False).rank(X, noisy).tolist()
    rings = (np.hypot(*X.T) * 3).astype(int) % 2
    assert MarginRank().rank(X, rings).tolist() == MarginRank(itself=True).rank(X, rings).tolist()


def test_without_itself_it_is_greedy():
    """Behind the medoids, which stand in another order, the order is GreedyRank's."""
    rng = np.random.default_rng(1)
    X, y = rng.normal(size=(60, 2)), rng.integers(0, 4, size=60)
    margin, greedy = MarginRank(itself=np.False_).rank(X, y), GreedyRank().rank(X, y)
    assert set(margin[:4]) == set(greedy[:4])
    assert margin[4:].tolist() == greedy[4:].tolist()


@pytest.mark.parametrize("itself", ["yes", 1, 0.5])
def test_no_choice(itself):
    """What is neither yes nor no is refused in one sentence."""
    with pytest.raises(InvalidParameter, match=r"^MarginRank: 'itself' must be True, False or None, got .*\.$"):
        MarginRank(itself=itself).rank([[0.0], [1.0]], [0, 1])
